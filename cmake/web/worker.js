// The web workers of the page. Each is another instance of the program, which reads, records and judges with a memory of
// its own, and can be ended at any time. They are made from a Blob, so that a page from a file has them, too.
'use strict';
const workers = (() => {
  const mostMemory = 320 << 20;   // of a worker
  const mostEvents = 160 << 20;   // of these, for the events of a recording
  const rest = 3;                 // as in a worker
  const longPiece = 1 << 20;      // bytes
  const mostIdle = 128 << 20;     // a worker that has grown above this is replaced once nothing is asked for a while,
  const patience = 10000;         // in milliseconds
  let program = null, module = null, assets = [], watches = () => {}, place = null;
  const running = new Map();  // by number
  let idle = null, numbers = 0;

  // --- Inside a worker. It has nothing of this page but its own text and makeTileScope's. ------------------------------

  function inside() {
    const rest = 3;  // the last part of a message; see app/apart/in_worker.cpp
    let program = null, memory = null, isReady = false;
    const early = [];
    const sizeNow = () => memory.buffer.byteLength;
    // Long pieces come back empty and are used again: new memory takes as long as copying.
    const mostSpare = 32, spare = [];
    const post = (to, at, bytes, part, all) => {
      const known = spare.findIndex((each) => each.byteLength === bytes);
      const copy = known < 0 ? new ArrayBuffer(bytes) : spare.splice(known, 1)[0];
      new Uint8Array(copy).set(program.HEAPU8.subarray(at, at + bytes));
      postMessage({bytes: copy, part, all, memory: sizeNow()}, [copy]);
    };
    // It never takes more; the program then hears that there is none.
    function limit(all, most) {
      memory = Object.values(all.exports).find((each) => each instanceof WebAssembly.Memory);
      memory.grow = (pages) => {
        if (sizeNow() + pages * 65536 > most) throw new RangeError('a worker may not have more');
        return WebAssembly.Memory.prototype.grow.call(memory, pages);
      };
    }
    function put(FS, file, bytes) {
      FS.mkdirTree(file.slice(0, file.lastIndexOf('/')));
      FS.writeFile(file, bytes);
    }
    async function begin({module, assets, most}) {
      await makeTileScope({
        noInitialRun: true,
        apart: {post},
        instantiateWasm(imports, done) {
          WebAssembly.instantiate(module, imports).then((made) => {
            limit(made, most);
            done(made, module);
          });
          return {};
        },
        preRun: [(made) => {
          program = made;
          made.ENV.TILESCOPE_ASSETS = '/share';
          for (const [name, part] of assets) put(made.FS, '/share/' + name, part);
          made.FS.mkdirTree('/files');
          made.FS.chdir('/files');
        }],
        print: () => {},
        printErr: () => {},
      });
      isReady = true;
      for (const each of early.splice(0)) take(each);
    }
    function take(message) {
      if (message.file) return put(program.FS, message.file, message.bytes);
      const bytes = new Uint8Array(message.bytes);
      const room = program._tilescope_room(0, bytes.length, message.part, message.all);
      program.HEAPU8.set(bytes, room);
      if (message.part !== rest) return;
      let why = '';
      try {
        program._tilescope_work(message.entry, message.events);
      } catch (error) {
        why = String(error && error.message || error);
      }
      postMessage({isOver: true, why, memory: sizeNow()});
    }
    onmessage = ({data}) => {
      if (data.spare) spare.length < mostSpare && spare.push(data.spare);
      else if (data.module) begin(data);
      else if (isReady) take(data);
      else early.push(data);
    };
  }

  // --- On the page. ----------------------------------------------------------------------------------------------------

  function start() {
    if (!place)
      place = URL.createObjectURL(new Blob(['var _scriptDir;\nconst makeTileScope = ' + makeTileScope + ';\n(' + inside + ')();'],
        {type: 'text/javascript'}));
    const worker = new Worker(place);
    const made = {worker, number: 0, memory: 0, hasWorked: false, files: new Map()};
    worker.onmessage = ({data}) => watches(() => heard(made, data));
    worker.onerror = (event) => watches(() => over(made, event.message || 'this page may not start a web worker: its policy has to allow worker-src blob:', Infinity));
    worker.postMessage({module, assets, most: mostMemory});
    return made;
  }
  function heard(made, data) {
    made.memory = data.memory;
    made.hasWorked = true;
    if (made.number === 0) return;
    if (data.isOver) return over(made, data.why, data.memory);
    const bytes = new Uint8Array(data.bytes);
    const room = program._tilescope_room(made.number, bytes.length, data.part, data.all);
    program.HEAPU8.set(bytes, room);
    if (bytes.length >= longPiece) made.worker.postMessage({spare: data.bytes}, [data.bytes]);
    if (data.part === rest) program._tilescope_heard(made.number);
  }
  function over(made, why, memory) {
    const {number} = made;
    made.number = 0;
    running.delete(number);
    if (idle === made) idle = null;
    if (why !== '' || idle) made.worker.terminate();
    else idle = made;
    if (!idle && made.hasWorked) idle = start();
    const asked = numbers;
    if (idle === made && memory > mostIdle) setTimeout(() => {
      if (idle !== made || numbers !== asked) return;
      made.worker.terminate();
      idle = start();
    }, patience);
    if (number !== 0) program.ccall('tilescope_over', null, ['number', 'string'], [number, why.slice(0, 500)]);
  }
  // The files that were opened here; those that a worker has are not sent again.
  function sendFiles(made, folder) {
    for (const name of program.FS.readdir(folder)) {
      const file = folder + '/' + name;
      if (name === '.' || name === '..') continue;
      const {mode, mtime, size} = program.FS.stat(file);
      if (!program.FS.isFile(mode)) continue;
      const stamp = mtime.getTime() + ' ' + size;
      if (made.files.get(file) === stamp) continue;
      made.files.set(file, stamp);
      made.worker.postMessage({file, bytes: program.FS.readFile(file)});
    }
  }
  // What the program calls; see app/apart/in_worker.cpp.
  const calls = {
    begin(entry) {
      const made = idle || start();
      idle = null;
      made.number = ++numbers;
      made.entry = entry;
      running.set(made.number, made);
      sendFiles(made, '/files');
      sendFiles(made, '/tmp');
      return made.number;
    },
    post(number, at, bytes, part, all) {
      const made = running.get(number);
      const copy = program.HEAPU8.slice(at, at + bytes).buffer;
      made.worker.postMessage({bytes: copy, part, all, entry: made.entry, events: mostEvents}, [copy]);
    },
    end(number) {
      const made = running.get(number);
      running.delete(number);
      made.number = 0;
      made.worker.terminate();
      idle = idle || start();
    },
  };

  return {
    calls,
    // `guards` calls what may fail. The first worker starts while the page's own program does.
    setUp(compiled, parts, guards) {
      module = compiled;
      assets = [...parts].filter(([name]) => name.includes('/') && !/^(fonts|shaders)\//.test(name))
        .map(([name, part]) => [name, part.slice()]);
      watches = guards;
      idle = start();
    },
    serve(made) { program = made; },
    memory: () => [...running.values(), idle].reduce((sum, each) => sum + (each ? each.memory : 0), 0),
  };
})();
