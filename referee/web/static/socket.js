// What carries the line, and where a page's token is kept. The site puts another module in the place of
// this one: there the box is in the browser itself.

export const TOKEN = "token";

export function connect() {
  return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
}
