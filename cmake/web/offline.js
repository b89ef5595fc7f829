// Keeps the page's files, so that it opens without a network once it was here. What the network has comes first.
'use strict';
const own = ['./', 'index.html', 'tilescope.bin', 'tilescope.js', 'unpack.js', 'front.js', 'words.js', 'worker.js',
  'page.js', 'page.css'].map((name) => new URL(name, location.href).href);
const kept = () => caches.open('tilescope');

// They have just been loaded: the browser still has them.
async function keepAll() {
  const cache = await kept();
  await Promise.all(own.map(async (name) => {
    const answer = await fetch(name, {cache: 'force-cache'});
    if (answer.ok) await cache.put(name, answer);
  }));
  await self.skipWaiting();
}

async function answerTo(event, name) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) {
      const copy = answer.clone();
      event.waitUntil(kept().then((cache) => cache.put(name, copy)));
    }
    return answer;
  } catch (error) {
    const before = await (await kept()).match(name);
    if (before) return before;
    throw error;
  }
}

self.addEventListener('install', (event) => event.waitUntil(keepAll()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const name = event.request.url.split(/[?#]/)[0];
  if (event.request.method === 'GET' && own.includes(name)) event.respondWith(answerTo(event, name));
});
