// Lets Node import the pages' modules: "/things.js" lies in referee/web/static.

import { registerHooks } from "node:module";

globalThis.window ??= new EventTarget(); // modules listen to it as they come

const STATIC = new URL("../../../referee/web/static/", import.meta.url);

registerHooks({
  resolve(name, context, next) {
    return name.startsWith("/") && !name.startsWith("//") && name.endsWith(".js") && !name.includes("/node_modules/") && context.parentURL
      ? next(new URL(name.slice(1), STATIC).href, context) : next(name, context);
  },
});
