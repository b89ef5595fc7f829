// Runs the page's program by Node.js: a list of command lines comes in, what each printed goes out as a digest.
// usage: node events.js PAGE < lines.json
'use strict';
process.setMaxListeners(0);  // each program listens for what nobody catches
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');

const page = process.argv[2];
const make = require(path.resolve(page, 'tilescope.js'));
const unpacked = require(path.resolve(page, 'unpack.js'));
const parts = new Map();

async function load() {
  const bytes = Buffer.from(await unpacked(new Uint8Array(fs.readFileSync(path.join(page, 'tilescope.bin')))));
  let at = 4 + bytes.readUInt32LE(0);
  for (const [name, size] of JSON.parse(bytes.subarray(4, at).toString())) {
    parts.set(name, bytes.subarray(at, at + size));
    at += size;
  }
  return new WebAssembly.Module(parts.get('tilescope.wasm'));
}

function put(FS, file, content) {
  FS.mkdirTree(path.posix.dirname(file));
  FS.writeFile(file, content);
}

async function run(compiled, words) {
  const said = [];
  let program = null, code = 0;
  await make({
    instantiateWasm: (imports, ready) => {
      const instance = new WebAssembly.Instance(compiled, imports);
      ready(instance, compiled);
      return instance.exports;
    },
    arguments: [...words, '-o', '/tmp/out'],
    print: (text) => said.push(text),
    printErr: (text) => said.push(text),
    quit: (status) => { code = status; },
    preRun: [(made) => {
      program = made;
      made.ENV.TILESCOPE_ASSETS = '/share';
      for (const [name, part] of parts) if (name !== 'tilescope.wasm') put(made.FS, '/share/' + name, part);
      for (const word of words) if (word.endsWith('.cu') && fs.existsSync(word)) put(made.FS, word, fs.readFileSync(word));
    }],
  });
  let out;
  try {
    out = program.FS.readFile('/tmp/out');
  } catch (error) {
    return {problem: said.join('\n')};
  }
  return {digest: crypto.createHash('sha256').update(out).digest('hex'), code};
}

(async () => {
  const compiled = await load();
  for (const words of JSON.parse(fs.readFileSync(0, 'utf8'))) {
    let told;
    try {
      told = await run(compiled, words);
    } catch (error) {
      told = {problem: 'dead: ' + (error && error.stack || error)};
    }
    console.log(JSON.stringify(told));
  }
})();
