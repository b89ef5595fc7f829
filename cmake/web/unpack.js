// What pack.py packed, as it was: unpack.c, which is compiled into this, does it. Loaded by the page, and by tests in Node.js.
'use strict';
async function unpacked(packed) {
  const program = Uint8Array.from(atob('@program@'), (letter) => letter.charCodeAt(0));
  const {memory, begin, go_on: goOn} = (await WebAssembly.instantiate(program, {})).instance.exports;
  const size = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
  const from = memory.buffer.byteLength, to = from + packed.length;
  memory.grow(Math.ceil((packed.length + size) / 65536));
  const all = new Uint8Array(memory.buffer);
  all.set(packed, from);
  begin(from + 4, packed.length - 4, to, size);
  for (let end = 0; end < size;)
    if (!goOn(end = Math.min(end + 65536, size))) throw new Error('the loaded data is damaged');
  return all.slice(to, to + size);
}
if (typeof module === 'object') module.exports = unpacked;
