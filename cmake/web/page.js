// The page around the program: it loads it, tells it what happens, keeps its settings and drafts, hands out its files, and
// gives scripts of other pages `window.tilescope`. docs/browser.md tells of all that.
'use strict';
(() => {
  const canvas = document.getElementById('screen');
  const told = document.getElementById('told');
  const home = '/home/web_user', folder = '/files';
  const encoding = 'windows-1252';
  let program = null, parts = new Map();

  function tell(text, isTrouble = false) {
    told.textContent = text;
    told.className = isTrouble ? 'trouble' : '';
  }
  // Ends the program with the reason, and offers to begin again. Without WebGL 2 it never began: a picture stands in.
  function fail(error) {
    program = null;
    const reason = String(error && error.message || error);
    const isMissing = /WebGL 2/.test(reason);
    tell(isMissing ? 'This browser cannot draw with WebGL 2, which TileScope needs. Allow it in the browser\'s settings, ' +
      'or use another browser or computer. The picture shows what TileScope draws.'
      : 'TileScope has stopped: ' + reason + '\n', true);
    if (isMissing) return showStill();
    told.append(buttonFor('Load the page again', () => location.reload()));
  }
  function buttonFor(words, does) {
    const made = document.createElement('button');
    made.textContent = words;
    made.addEventListener('click', does);
    return made;
  }
  function showStill() {
    const still = document.getElementById('still');
    const picture = parts.get('still.svg');
    if (!picture) return;
    still.innerHTML = new TextDecoder().decode(picture.subarray(picture.indexOf(62) + 1));
    still.hidden = false;
    document.body.classList.add('still');
  }
  // What the program itself cannot go on after ends it, and the page says so.
  const call = (name, result, kinds, values) => guard(() => program.ccall(name, result, kinds, values));
  function guard(does) {
    if (!program) return undefined;
    try {
      return does();
    } catch (error) {
      fail(error);
      return undefined;
    }
  }
  // The same with a text, which may be too long for the program's stack.
  function callWith(name, result, text, ...numbers) {
    return guard(() => {
      const bytes = new TextEncoder().encode(text);
      const at = program._malloc(bytes.length + 1);
      if (at === 0) throw new Error('out of memory');
      program.HEAPU8.set(bytes, at);
      program.HEAPU8[at + bytes.length] = 0;
      try {
        return program.ccall(name, result, Array(1 + numbers.length).fill('number'), [at, ...numbers]);
      } finally {
        program._free(at);
      }
    });
  }
  // No text that is longer can be opened. A letter has at least a byte.
  const longestText = 1 << 20;
  function isTooLong(text, what) {
    const bytes = text.length > longestText ? text.length : new TextEncoder().encode(text).length;
    if (bytes <= longestText) return false;
    say(what + ' is too long: it has ' + (bytes / 1e6).toFixed(1) + ' MB, and TileScope takes at most 1 MiB (1,048,576 bytes).');
    return true;
  }
  const say = (words) => callWith('tilescope_say', null, words);

  // --- What it is made of: one compressed file, which begins with how long each part is. ------------------------------

  async function pack() {
    const here = document.getElementById('pack');
    if (here) return unpacked(bytesIn(await textOf(here)));
    if (location.protocol === 'file:')
      throw new Error('a page opened from a disk cannot load other files: open tilescope.html, which contains everything');
    const answer = await fetch('tilescope.bin').catch(() => null);
    if (!answer || !answer.ok)
      throw new Error('tilescope.bin could not be loaded' + (answer ? ' (' + answer.status + ')' : ': is this computer online?'));
    const packed = await bytesUpTo(answer, longestPack, tellLoaded);
    await scriptsAreLoaded;
    return unpacked(packed);
  }
  const longestPack = 64 << 20;
  const scriptsAreLoaded = document.readyState === 'complete' ? Promise.resolve()
    : new Promise((loaded) => window.addEventListener('load', loaded));
  function tellLoaded(bytes, all) {
    const bar = told.querySelector('progress') || told.appendChild(document.createElement('progress'));
    if (all > 0) bar.max = all, bar.value = Math.min(bytes, all);
  }
  // The single file holds bytes as letters of its encoding. A host may name another encoding: then the file is read
  // once more.
  async function textOf(element) {
    if (document.characterSet === encoding) return element.textContent;
    const page = await (await fetch(location.href)).arrayBuffer();
    const inside = new DOMParser().parseFromString(new TextDecoder(encoding).decode(page), 'text/html');
    return inside.getElementById('pack').textContent;
  }
  // As escaped by pack.py.
  function bytesIn(text) {
    const all = Uint8Array.from({length: 256}, (_, byte) => byte);
    const byteOf = new Map([...new TextDecoder(encoding).decode(all)].map((letter, byte) => [letter.charCodeAt(0), byte]));
    const bytes = new Uint8Array(text.length);
    let count = 0;
    for (let at = 0; at < text.length; ++at) {
      const byte = byteOf.get(text.charCodeAt(at));
      bytes[count++] = byte === 61 ? text.charCodeAt(++at) ^ 64 : byte;
    }
    return bytes.subarray(0, count);
  }
  function partsOf(bytes) {
    const length = new DataView(bytes.buffer).getUint32(0, true);
    const parts = new Map();
    let at = 4 + length;
    for (const [name, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(4, at)))) {
      parts.set(name, bytes.subarray(at, at + size));
      at += size;
    }
    return parts;
  }

  // What starts the program: a script of its own on a host, and a part of the single file.
  function maker(parts) {
    if (!parts.has('tilescope.js')) return makeTileScope;
    const script = document.createElement('script');
    script.textContent = new TextDecoder().decode(parts.get('tilescope.js'));
    document.head.append(script);
    return window.makeTileScope;
  }

  // --- What to open: words as a command line has them, from the page's address. ---------------------------------------

  const asked = new URLSearchParams(location.search);
  // A handout's frames have no address of their own, but a name; they are on white paper.
  const isInHandout = window.name === 'tilescope-embed';
  if (isInHandout) asked.set('theme', 'light');
  const embeds = asked.has('embed') || isInHandout;
  const hasAddress = location.protocol !== 'blob:';
  function situation() {
    const text = location.hash.slice(1);
    if (text === '' || text.startsWith('ts')) return text;
    try {
      return decodeURIComponent(text);
    } catch (error) {
      return text;
    }
  }
  const isLink = (text) => /^ts\d+:/.test(text);
  const example = 'ts1:tiled,naive/4x4x4/t2';
  const pageAddress = () => location.href.split('#')[0].split('?')[0];
  // Whether the address names something to open; otherwise the front page stands beside an example.
  const namesSomething = () => isLink(situation()) || ['lesson', 'task', 'trace'].some((what) => asked.get(what));
  function words() {
    const all = hasAddress ? ['view', '--page', pageAddress()] : ['view'];
    if (embeds) all.push(asked.has('source') ? '--embed-source' : '--embed');
    if (!asked.get('theme') && prefersLight()) all.push('--theme', 'light');
    if (asked.get('theme')) all.push('--theme', asked.get('theme'));
    if (isLink(situation())) return [...all, situation()];  // newer than the rest of the address
    for (const what of ['lesson', 'task'])
      if (asked.get(what)) all.push('--' + what, asked.get(what));
    if (asked.get('lesson')) all.push('--linked');
    if (trace) all.push(trace);
    else if (!namesSomething()) all.push(example);
    return all;
  }
  // Before anybody has chosen a theme, the browser's.
  function prefersLight() {
    return matchMedia('(prefers-color-scheme: light)').matches &&
      !Object.entries(remembered()).some(([file, text]) => file.endsWith('settings.toml') && /^theme\b/m.test(text));
  }
  const longestTrace = 64 << 20;
  async function bytesUpTo(answer, most, tells = () => {}) {
    const parts = [], reader = answer.body.getReader();
    const all = answer.headers.get('content-encoding') ? 0 : Number(answer.headers.get('content-length')) || 0;
    let length = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.length;
      parts.push(next.value);
      tells(length, all);
      if (length <= most) continue;
      reader.cancel();
      throw new Error('it has more than ' + (most >> 20) + ' MiB');
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  }
  let trace = '', traceBytes = null, traceProblem = '';
  async function loadTrace() {
    const address = asked.get('trace');
    if (!address) return;
    try {
      const answer = await fetch(new URL(address, location.href), {credentials: 'omit'});
      if (!answer.ok) throw new Error('the server answered ' + answer.status);
      traceBytes = await bytesUpTo(answer, longestTrace);
      trace = folder + '/' + (new URL(address, location.href).pathname.split('/').pop() || 'trace.tsc');
    } catch (error) {
      traceBytes = null;
      traceProblem = '?trace=' + address + ' could not be loaded: ' + error.message;
    }
  }

  // --- What is kept from one time to the next: settings, drafts, answers to tasks. ------------------------------------

  const keptAs = 'tilescope';
  let known = {};  // what this page last kept or found
  function filesBelow(path, all = {}) {
    for (const name of program.FS.readdir(path)) {
      if (name === '.' || name === '..') continue;
      const file = path + '/' + name;
      if (program.FS.isDir(program.FS.stat(file).mode)) filesBelow(file, all);
      else all[file] = program.FS.readFile(file, {encoding: 'utf8'});
    }
    return all;
  }
  const kept = () => JSON.parse(localStorage.getItem(keptAs) || '{}');
  function remembered() {
    try {
      return kept();
    } catch (error) {  // a browser may keep nothing
      return {};
    }
  }
  // Other tabs keep theirs in the same place: only what changed here is changed there.
  function keep() {
    if (!program) return;
    try {
      const now = filesBelow(home);
      const changed = [...new Set([...Object.keys(now), ...Object.keys(known)])].filter((file) => now[file] !== known[file]);
      if (changed.length === 0) return;
      const all = kept();
      for (const file of changed)
        if (file in now) all[file] = now[file];
        else delete all[file];
      localStorage.setItem(keptAs, JSON.stringify(all));
      known = now;
    } catch (error) {  // a browser may keep nothing, or no more
    }
  }
  // Another tab has kept something. An answer to the task that is open here, too, is said to be so.
  function heard(event) {
    if (!program || event.key !== keptAs) return;
    const task = /^ts1:task\/([\w-]+)/.exec(tilescope.link() || '');
    const all = JSON.parse(event.newValue || '{}');
    const isOpenHere = (file) => task && file.endsWith('/tasks/' + task[1] + '.cu');
    const changed = Object.keys(all).find((file) => isOpenHere(file) && all[file] !== known[file]);
    if (!changed) return;
    known[changed] = all[changed];
    say('Another tab has changed your answer to this task. Load this page again to see it; what you type here replaces it.');
  }
  function restore(FS) {
    try {
      for (const [file, text] of Object.entries(kept())) {
        if (!file.startsWith(home + '/') || typeof text !== 'string') continue;
        put(FS, file, text);
        known[file] = text;
      }
    } catch (error) {  // then it begins afresh
    }
  }
  function put(FS, file, bytes) {
    FS.mkdirTree(file.slice(0, file.lastIndexOf('/')));
    FS.writeFile(file, bytes);
  }

  // --- What the program asks of the page. -----------------------------------------------------------------------------

  let notes = null, notesCanvas = null;
  const letterPen = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const fontOf = (size, face) => (face === 1 ? 'bold ' : '') + size + 'px ' + (face === 2 ? 'monospace' : 'sans-serif');
  const baseline = 0.785;  // of a line's height, in the packed fonts
  // As many pixels as its room has.
  function fillNotes() {
    const scale = notes.devicePixelRatio || 1;
    for (const [side, room] of [['width', notes.innerWidth], ['height', notes.innerHeight]]) {
      const wanted = Math.max(1, Math.round(room * scale));
      if (notesCanvas[side] !== wanted) notesCanvas[side] = wanted;
    }
  }
  const page = {
    // A window for whoever presents: its canvas, or null where the browser opens none.
    openNotes() {
      notes = window.open('', '', 'popup,width=900,height=600');
      if (!notes) return null;
      const inside = notes.document;
      inside.title = 'TileScope: notes';
      notesCanvas = inside.createElement('canvas');
      Object.assign(inside.body.style, {margin: '0', overflow: 'hidden', background: '#14171c'});
      Object.assign(notesCanvas.style, {display: 'block', width: '100vw', height: '100vh'});
      inside.body.append(notesCanvas);
      inside.addEventListener('keydown', (event) => key(event, true));
      inside.addEventListener('keyup', (event) => key(event, false));
      notesCanvas.addEventListener('pointerdown', (event) => {
        const scale = notes.devicePixelRatio || 1;
        if (event.button === 0) call('tilescope_notes_pressed', null, ['number', 'number'], [event.offsetX * scale, event.offsetY * scale]);
      });
      fillNotes();
      return notesCanvas;
    },
    closeNotes() {
      if (notes) notes.close();
      notes = notesCanvas = null;
    },
    hasNotes: () => notes !== null && !notes.closed,
    notesScale: () => page.hasNotes() ? notes.devicePixelRatio || 1 : 1,
    notesSide(side) {
      if (page.hasNotes()) fillNotes();
      return notesCanvas ? notesCanvas[side] : 1;
    },
    measure() {
      const scale = window.devicePixelRatio || 1;
      const room = canvas.getBoundingClientRect();
      canvas.width = Math.max(1, Math.round(room.width * scale));
      canvas.height = Math.max(1, Math.round(room.height * scale));
      call('tilescope_measured', null, ['number', 'number', 'number'], [canvas.width, canvas.height, scale]);
    },
    point(shape) { canvas.style.cursor = shape; },
    // A letter that the packed fonts lack: its width, and its pixels, a byte each, where the program has room for them.
    letterWidth(code, size, face) {
      letterPen.font = fontOf(size, face);
      return Math.ceil(letterPen.measureText(String.fromCharCode(code)).width);
    },
    drawLetter(code, size, face, wide, high, at, columns) {
      letterPen.canvas.width = wide;
      letterPen.canvas.height = high;
      letterPen.font = fontOf(size, face);
      letterPen.fillText(String.fromCharCode(code), 0, baseline * high);
      const {data} = letterPen.getImageData(0, 0, wide, high);
      for (let n = 0; n < wide * high; ++n)
        program.HEAPU8[at + Math.floor(n / wide) * columns + n % wide] = data[4 * n + 3];
    },
    // For scripts: exactly so many pixels.
    resize(width, height) {
      const scale = window.devicePixelRatio || 1;
      canvas.style.width = width / scale + 'px';
      canvas.style.height = height / scale + 'px';
      page.measure();
    },
    // What a browser allows only just after a press.
    choosesFiles() {
      if (!navigator.userActivation?.isActive) return false;
      document.getElementById('files').click();
      return true;
    },
    pastes() {
      if (!navigator.userActivation?.isActive) return false;
      const byHand = () => (openFront(true), front.show('own'));
      if (navigator.clipboard?.readText) navigator.clipboard.readText().then(takeText, byHand);
      else byHand();
      return true;
    },
    fillScreen(on) {
      const done = on ? document.documentElement.requestFullscreen?.() : document.exitFullscreen?.();
      done?.catch?.(() => {});
    },
    // The program failed to open what the address named.
    cannot(problem) {
      if (embeds) return tell(problem, true);
      front.tell(problem.replace(/ `tilescope [^`]*` lists all/, ''));
      openFront(true);
    },
    fail,
    changed() {
      if (!front.isOpen()) spoken.update(JSON.parse(call('tilescope_words', 'string', [], []) || 'null'));
    },
    // The link to what is shown now: the address follows, and a new entry of the history begins with each lesson, task
    // or launch.
    moved(link) {
      if (!hasAddress || front.isOpen() || link === '') return;
      const isAwaited = awaited !== '' && performance.now() < awaitedUntil;
      if (isAwaited && subjectOf(link) !== awaited) return;
      const before = awaited !== '' ? subjectOf(link) : subjectOf(situation());
      awaited = '';
      front.nameWindow(link);
      if (link === situation()) return;
      const address = new URL(location.href);
      for (const what of ['lesson', 'task', 'trace']) address.searchParams.delete(what);
      address.hash = link;
      try {
        history[before === '' || before === subjectOf(link) ? 'replaceState' : 'pushState'](null, '', address.href);
      } catch (error) {  // a page from a file may have to keep its address
      }
    },
    copy(text) {
      if (!embeds && text.startsWith(pageAddress() + '#ts')) front.share(text, savePicture);
      const byHand = () => {
        const field = document.createElement('textarea');
        field.value = text;
        document.body.append(field);
        field.select();
        document.execCommand('copy');
        field.remove();
        canvas.focus({preventScroll: true});
      };
      if (navigator.clipboard && window.isSecureContext) navigator.clipboard.writeText(text).catch(byHand);
      else byHand();
    },
    wrote(file) {
      if (file.startsWith(home) || file.startsWith('/tmp/')) return;
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([program.FS.readFile(file)]));
      link.download = file.split('/').pop();
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    },
  };

  const subjectOf = (link) => isLink(link) ? link.split('/').slice(0, 2).join('/') : '';
  // The subject that the page has asked the program for, until the program shows it or has had time to.
  const patience = 5000;  // milliseconds
  let awaited = '', awaitedUntil = 0;
  function openLink(link) {
    openFront(false);
    awaited = subjectOf(link);
    awaitedUntil = performance.now() + patience;
    if (!isTooLong(link, 'This link')) callWith('tilescope_open', null, link);
  }
  function openFront(on) {
    if (on && program) call('tilescope_settle', null, [], []);
    if (on) front.tellProgress(program ? filesBelow(home) : remembered());
    front.open(on);
    if (!on) canvas.focus({preventScroll: true});
  }
  function goTo() {
    const link = situation();
    if (isLink(link)) return openLink(link);
    front.tell(link === '' ? '' : 'This address has no link that TileScope can open: #' + link.slice(0, 80));
    openFront(true);
  }
  function savePicture() {
    run('picture ' + folder + '/tilescope.png');
  }
  function takeText(text) {
    openFront(false);
    if (isTooLong(text, 'The pasted text')) return;
    callWith('tilescope_pasted', null, text);
    press(0, 118, held(true), true);
    press(0, 118, held(true), false);
  }

  // --- What happens to the page. --------------------------------------------------------------------------------------

  const keys = ['', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', 'Insert',
    'Delete', 'Backspace', 'Enter', 'Escape', 'Tab', 'F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F8', 'F9', 'F10', 'F11',
    'F12'];
  const holds = (event) => event.ctrlKey || event.metaKey;
  // Where a keyboard needs Alt for a sign, that sign was typed, and no Alt was held.
  const typesBy = (event) => event.getModifierState('AltGraph') ||
    (event.altKey && !holds(event) && /Mac/.test(navigator.platform) && !/^Key[NW]$/.test(event.code));
  function key(event, down) {
    if (event.isComposing || (front.isOpen() && event.target !== canvas) || event.target.closest?.('dialog')) return;
    if (spoken.isIn(event.target)) return;
    if (event.key === 'Tab' && (event.target !== canvas || !call('tilescope_takes_tab', 'number', [], []))) return;
    if (embeds && !isEngaged(event, down)) return;
    const letters = [...event.key];
    const number = letters.length === 1 ? 0 : keys.indexOf(event.key);
    if (number < 0) return;
    const types = number === 0 && typesBy(event);
    const control = holds(event) && !types, alt = event.altKey && !types;
    const named = /^Key[A-Z]$/.test(event.code) && alt ? event.code[3] : event.key;
    const plain = control || alt ? named.toLowerCase() : event.key;
    const letter = number === 0 ? plain.codePointAt(0) : 0;
    if (call('tilescope_leaves', 'number', ['number', 'number', 'number'], [number, letter, held(control, event.shiftKey)]))
      return;
    if (control && event.key.toLowerCase() === 'v') return;  // comes as what is pasted
    event.preventDefault();
    if (control && event.key.toLowerCase() === 'o') {
      if (down) document.getElementById('files').click();
      return;
    }
    press(number, letter, held(control, event.shiftKey, alt, event.repeat), down);
  }
  const held = (control, shift, alt, repeat) => (control ? 1 : 0) + (shift ? 2 : 0) + (alt ? 4 : 0) + (repeat ? 8 : 0);
  // A frame in another page takes keys once it was clicked, or focused and Enter pressed. Tab always leaves it.
  let engaged = !embeds;
  function engage(on) {
    engaged = on;
    document.body.classList.toggle('engaged', on);
  }
  function isEngaged(event, down) {
    if (event.key === 'Tab') return false;
    if (engaged) return true;
    if (down && event.key === 'Enter' && event.target === canvas) engage(true), event.preventDefault();
    return false;
  }
  function press(number, letter, flags, down) {
    call('tilescope_key', null, ['number', 'number', 'number', 'number'], [number, letter, flags, down ? 1 : 0]);
  }
  const place = (point) => {
    const room = canvas.getBoundingClientRect();
    return [(point.clientX - room.left) * canvas.width / room.width, (point.clientY - room.top) * canvas.height / room.height];
  };
  const move = (point) => call('tilescope_mouse', null, ['number', 'number'], place(point));
  const button = (down) => call('tilescope_button', null, ['number'], [down ? 1 : 0]);
  const wheel = (steps) => call('tilescope_wheel', null, ['number'], [steps]);

  // A finger is the mouse. If it moves over what scrolls, it turns the wheel; if it rests first, it drags there too, which
  // selects words. Two fingers turn the wheel: by their way over what scrolls, elsewhere by their distance as well.
  const still = 8, rest = 400;  // pixels and milliseconds
  let fingers = null;
  // By how many pixels a step of the wheel scrolls there; 0: it does not scroll.
  const scrollStep = (point) =>
    call('tilescope_scrolls', 'number', ['number', 'number'], place(point)) * canvas.clientWidth / canvas.width;
  function pressFinger() {
    clearTimeout(fingers.timer);
    fingers.does = 'presses';
    move(fingers.begin);
    button(true);
  }
  let hasFingers = null;
  function useFingers(on) {
    if (hasFingers !== on) call('tilescope_fingers', null, ['number'], [on ? 1 : 0]);
    hasFingers = on;
  }
  function touched(event) {
    useFingers(true);
    if (!engaged) return;  // the page around may scroll; a tap is a click
    if (front.isOpen()) openFront(false);
    event.preventDefault();
    if (!isTyped(document.activeElement)) canvas.focus({preventScroll: true});
    const all = event.touches;
    if (all.length === 1 && !fingers) {
      fingers = {count: 1, does: 'waits', begin: all[0], timer: setTimeout(pressFinger, rest)};
      move(all[0]);
    } else if (all.length === 2) {
      if (fingers) clearTimeout(fingers.timer);
      if (fingers && fingers.does === 'presses') button(false);
      fingers = {count: 2, apart: apart(all), y: middle(all).clientY, step: scrollStep(middle(all))};
      move(middle(all));
    }
  }
  const apart = (all) => Math.hypot(all[0].clientX - all[1].clientX, all[0].clientY - all[1].clientY);
  const middle = (all) => ({clientX: (all[0].clientX + all[1].clientX) / 2, clientY: (all[0].clientY + all[1].clientY) / 2});
  function scroll(y) {
    wheel((y - fingers.y) / fingers.step);
    fingers.y = y;
  }
  function dragged(event) {
    if (!engaged) return;
    event.preventDefault();
    if (!fingers) return;
    const all = event.touches;
    if (fingers.count === 1 && all.length === 1) {
      if (fingers.does === 'waits') {
        if (apart([fingers.begin, all[0]]) < still) return;
        clearTimeout(fingers.timer);
        fingers.step = scrollStep(fingers.begin);
        fingers.y = fingers.begin.clientY;
        if (fingers.step > 0) fingers.does = 'scrolls';
        else pressFinger();
      }
      return fingers.does === 'scrolls' ? scroll(all[0].clientY) : move(all[0]);
    }
    if (fingers.count !== 2 || all.length !== 2) return;
    if (fingers.step > 0) return scroll(middle(all).clientY);
    const steps = Math.trunc(Math.log(apart(all) / fingers.apart) / Math.log(1.15));
    const rows = Math.trunc((middle(all).clientY - fingers.y) / 24);
    move(middle(all));
    if (steps !== 0) fingers.apart = apart(all), fingers.y = middle(all).clientY, wheel(steps);
    else if (rows !== 0) fingers.y += 24 * rows, wheel(rows);
  }
  function lifted(event) {
    if (!engaged) return;
    event.preventDefault();
    if (fingers && fingers.does === 'waits' && event.type === 'touchend') pressFinger();
    if (fingers) clearTimeout(fingers.timer);
    const presses = fingers && fingers.does === 'presses';
    if (presses) button(false);
    if (presses && event.type === 'touchend') offerKeyboard();
    if (event.touches.length === 0) fingers = null;
    else fingers = {count: 0};
  }

  // A browser shows its keyboard on the screen only for a text field. While source is typed, this is the field of the panel
  // "In words", if it has room for the text; otherwise it is this one, which passes on what is typed.
  const keyboard = document.createElement('input');
  const isTyped = (element) => element === keyboard || element === spoken.field;
  async function offerKeyboard() {
    do await nextFrame();
    while (call('tilescope_has_input', 'number', [], []));
    page.changed();  // the field has the source and the caret
    const takes = call('tilescope_takes_text', 'number', [], []);
    if (takes === 1 && !spoken.isTooLong()) spoken.focus();
    else (takes === 0 ? canvas : keyboard).focus({preventScroll: true});
  }
  function typedByFinger(event) {
    const named = {deleteContentBackward: 'Backspace', deleteContentForward: 'Delete', insertLineBreak: 'Enter'}[event.inputType];
    const strikes = named ? [[keys.indexOf(named), 0]] : [...event.data || ''].map((letter) => [0, letter.codePointAt(0)]);
    for (const [number, letter] of strikes) press(number, letter, 0, true), press(number, letter, 0, false);
    event.preventDefault();
  }

  // Files are opened one after another, and before a script that comes later.
  let lastTaken = Promise.resolve();
  function take(files) {
    const all = [...files];
    const mine = lastTaken.then(() => takeNow(all));
    lastTaken = mine.catch(() => {});
    return mine;
  }
  async function takeNow(files) {
    if (files.length > 0) openFront(false);
    for (const file of files) {
      const path = folder + '/' + file.name.replace(/[\/\\]/g, '_');
      if (file.size > longestTrace) {
        say(file.name + ' is too large: it has ' + (file.size / 1e6).toFixed(0) + ' MB, and TileScope takes at most 64 MiB.');
        continue;
      }
      put(program.FS, path, new Uint8Array(await file.arrayBuffer()));
      callWith('tilescope_open', null, path);
    }
  }

  function listen() {
    useFingers(matchMedia('(pointer: coarse)').matches);
    canvas.addEventListener('mousemove', (event) => {
      useFingers(false);
      move(event);
    });
    canvas.addEventListener('mousedown', (event) => {
      if (event.button !== 0) return;
      if (front.isOpen()) openFront(false);
      if (embeds) engage(true);
      canvas.focus({preventScroll: true});
      move(event);
      button(true);
    });
    window.addEventListener('mouseup', (event) => event.button === 0 && button(false));
    window.addEventListener('mousemove', (event) => event.target !== canvas && event.buttons === 1 && move(event));
    canvas.addEventListener('wheel', (event) => {
      if (!engaged) return;
      event.preventDefault();
      const lines = event.deltaMode === 0 ? event.deltaY / 100 : event.deltaY / 3;
      move(event);
      wheel(-lines);
    }, {passive: false});
    Object.assign(keyboard, {id: 'keyboard', tabIndex: -1, autocapitalize: 'off', autocomplete: 'off'});
    keyboard.setAttribute('aria-hidden', 'true');
    canvas.after(keyboard);
    keyboard.addEventListener('beforeinput', typedByFinger);
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    for (const [name, does] of [['touchstart', touched], ['touchmove', dragged], ['touchend', lifted], ['touchcancel', lifted]])
      canvas.addEventListener(name, does, {passive: false});
    document.addEventListener('keydown', (event) => key(event, true));
    document.addEventListener('keyup', (event) => key(event, false));
    document.addEventListener('paste', (event) => {
      if (/^(TEXTAREA|INPUT)$/.test(event.target.tagName)) return;
      takeText(event.clipboardData.getData('text/plain'));
    });
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      take(event.dataTransfer.files);
    });
    const picker = document.getElementById('files');
    picker.addEventListener('change', () => take(picker.files).then(() => { picker.value = ''; }));
    new ResizeObserver(() => page.measure()).observe(canvas);
    window.addEventListener('popstate', goTo);
    if (embeds) window.addEventListener('blur', () => engage(false));
    const settle = () => {
      call('tilescope_settle', null, [], []);
      keep();
    };
    document.addEventListener('visibilitychange', () => document.hidden && settle());
    window.addEventListener('pagehide', () => {
      page.closeNotes();
      settle();
    });
    setInterval(keep, 2000);
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();  // else the browser never gives it back
      call('tilescope_lost', null, [], []);
      tell('The browser has released the drawing surface. TileScope continues when the browser restores it.\n', true);
      told.append(buttonFor('Load the page again', () => location.reload()));
    });
    canvas.addEventListener('webglcontextrestored', () => tell(''));
    window.addEventListener('storage', heard);
    spoken.listen({run: (lines) => tilescope.run(lines), goesToFront: () => openFront(true),
      type: (text, ...places) => callWith('tilescope_typed', null, text, ...places)});
    front.listen({takes: takeText, chooses: () => document.getElementById('files').click(),
      explores: () => openFront(false), closes: () => canvas.focus({preventScroll: true})});
    if (!embeds && !front.isOpen()) canvas.focus({preventScroll: true});
  }

  // --- For other scripts. ---------------------------------------------------------------------------------------------

  // Scripts run one after another. They wait for workers, and then the page has no frames of its own.
  let lastRun = Promise.resolve();
  function run(script) {
    const mine = lastRun.then(() => lastTaken).then(() => runNow(script));
    lastRun = mine.catch(() => {});
    return mine;
  }
  async function runNow(script) {
    if (front.isOpen()) openFront(false);
    let trouble = callWith('tilescope_begin_script', 'string', script);
    const goOn = () => {
      const told = call('tilescope_go_on', 'number', [], []);
      return told ? program.UTF8ToString(told) : told;
    };
    if (trouble === '')
      while ((trouble = goOn()) === 0) await breath();
    if (trouble === undefined) throw new Error('TileScope is not running');
    if (trouble !== '') throw new Error(trouble);
  }
  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  const breath = () => pause(1);
  const nextFrame = () => new Promise(requestAnimationFrame);

  let isReady;
  window.tilescope = {
    ready: new Promise((ready) => { isReady = ready; }),
    state: () => JSON.parse(call('tilescope_state', 'string', [], []) || 'null'),
    isBusy: () => call('tilescope_is_busy', 'number', [], []) === 1,
    run,
    link: () => call('tilescope_link', 'string', [], []),
    memory: () => call('tilescope_memory', 'number', [], []) + workers.memory(),
    read: (file) => program.FS.readFile(file),
    write: (file, bytes) => put(program.FS, file, bytes),
  };

  // In a frame of another page: the way to all of it, as it is shown then.
  function linkToWhole() {
    const link = document.createElement('a');
    link.id = 'whole';
    link.textContent = 'TileScope \u2197';
    link.target = '_blank';
    link.rel = 'noopener';
    const whole = () => {
      const address = new URL(location.href);
      address.searchParams.delete('embed');
      const now = tilescope.link();
      if (now) address.hash = now, ['lesson', 'task', 'trace'].forEach((what) => address.searchParams.delete(what));
      link.href = address.href.replace(/\?(?=#|$)/, '');
    };
    whole();
    link.addEventListener('pointerenter', whole);
    link.addEventListener('focus', whole);
    const way = document.createElement('nav');
    way.append(link);
    document.body.append(way);
  }

  // A frame loads once it comes into sight.
  function isSeen() {
    if (!window.IntersectionObserver) return Promise.resolve();
    const name = front.titleOf(isLink(situation()) ? situation() : 'ts1:lesson/' + asked.get('lesson'));
    tell('TileScope' + (asked.get('lesson') || isLink(situation()) ? ': ' + name : ''));
    return new Promise((seen) => {
      const watch = new IntersectionObserver((all) => {
        if (!all.some((each) => each.isIntersecting)) return;
        watch.disconnect();
        tell('TileScope is loading');
        seen();
      });
      watch.observe(canvas);
    });
  }
  // The page around may give the frame this height.
  function tellHeight() {
    const shape = 0.62, least = 420;
    const tellNow = () => parent.postMessage(
      {from: 'tilescope', height: Math.max(least, Math.round(shape * window.innerWidth))}, '*');
    window.addEventListener('resize', tellNow);
    tellNow();
  }

  // The address names a launch that cannot run.
  async function tellWhatIsNotThere() {
    while (tilescope.isBusy()) await pause(50);
    const {launch, editor, banner} = tilescope.state() || {};
    if (!program || launch || editor || !banner) return;
    callWith('tilescope_open', null, example);
    page.cannot(banner);
  }
  async function begin() {
    performance.mark('tilescope begins');
    document.body.classList.toggle('embed', embeds);
    if (!embeds && !namesSomething()) goTo();
    if (embeds) await isSeen();
    const [bytes] = await Promise.all([pack(), loadTrace()]);
    performance.mark('tilescope loaded');
    parts = partsOf(bytes);
    const said = [];
    const make = maker(parts);
    const compiled = await WebAssembly.compile(parts.get('tilescope.wasm'));
    workers.setUp(compiled, parts, guard);
    await make({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled)).catch(fail);
        return {};
      },
      page,
      apart: workers.calls,
      canvas,
      arguments: words(),
      print: (text) => console.log(text),
      printErr: (text) => { said.push(text); console.warn(text); },
      preRun: [(made) => {
        program = made;
        workers.serve(made);
        made.ENV.TILESCOPE_ASSETS = '/share';
        for (const [name, part] of parts) if (name.includes('/')) put(made.FS, '/share/' + name, part);
        if (traceBytes) put(made.FS, trace, traceBytes);
        made.FS.mkdirTree(folder);
        made.FS.chdir(folder);
        restore(made.FS);
      }],
      onAbort: fail,
      onExit: (code) => code !== 0 && fail(said.pop() || 'it ended with code ' + code),
    });
    if (!program) return;
    if (told.className !== 'trouble') tell('');
    listen();
    if (embeds && hasAddress) linkToWhole();
    if (embeds) tellHeight();
    while (call('tilescope_is_open', 'number', [], []) === 0) await breath();
    if (front.isOpen() && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      press(0, 32, 0, true), press(0, 32, 0, false);
    performance.mark('tilescope ready');
    if (traceProblem) say(traceProblem);
    isReady();
    if (!embeds && namesSomething()) tellWhatIsNotThere();
    // A browser may forbid it; then the page needs its host each time.
    if (location.protocol.startsWith('http')) navigator.serviceWorker?.register('offline.js').catch(() => {});
  }
  begin().catch(fail);
})();
