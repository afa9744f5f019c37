// Once they have been loaded, the pages and the box need no network. All files of one build belong
// together: a new build is fetched whole, and taken when the last tab with the old one is closed.

const BUILD = "{{build}}";
const FILES = "{{files}}".split(" ");

self.addEventListener("install", (event) => {
  const fresh = FILES.map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(BUILD).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter(foreign).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

// Other pages of this address may keep things too.
function foreign(name) {
  return name.startsWith("{{prefix}}") && name !== BUILD;
}

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(self.registration.scope)) return;
  const found = caches.open(BUILD).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(found.then((answer) => answer || fetch(event.request)));
});
