// The boot ROM of an RP2040, as far as MicroPython calls it: each of its functions is two
// instructions, a breakpoint at which the work is done here, and the return.
//
// rom(): the ROM's words. call(number, mcu): does what function `number` does.

const BKPT = 0xbe00, BX_LR = 0x4770;
const FUNCTIONS = 0x100, FLOATS = 0x800, DOUBLES = 0x900, CODE = 0x1000;
const STACK = 0x20041f00; // as the ROM leaves it to what it starts
const VERSION = 3; // of the chips that are sold since 2021

const view = new DataView(new ArrayBuffer(8));
const f32 = (bits) => { view.setUint32(0, bits); return view.getFloat32(0); };
const bits = (value) => { view.setFloat32(0, value); return view.getUint32(0); };
const f64 = (low, high) => { view.setUint32(0, high); view.setUint32(4, low); return view.getFloat64(0); };

function double(r, value) {
  view.setFloat64(0, value);
  r[0] = view.getUint32(4);
  r[1] = view.getUint32(0);
}

function whole64(r, value) {
  const kept = BigInt.asUintN(64, value);
  r[0] = Number(kept & 0xffffffffn);
  r[1] = Number(kept >> 32n);
}

const within = (value, least, most) => (value < least ? least : value > most ? most : value);
const signed = (value) => within(Math.floor(value), -0x80000000, 0x7fffffff) >>> 0;
const unsigned = (value) => within(Math.floor(value), 0, 0xffffffff) >>> 0;
const long = (r) => (BigInt(r[1]) << 32n) | BigInt(r[0]);
const of1 = (work) => (r) => { r[0] = bits(work(f32(r[0]))); };
const of2 = (work) => (r) => { r[0] = bits(work(f32(r[0]), f32(r[1]))); };
const doubled = (work) => (r) => double(r, work(f64(r[0], r[1]), f64(r[2], r[3])));

function copy(r, mcu) {
  for (let n = 0; n < r[2]; n++) mcu.writeUint8(r[0] + n, mcu.readUint8(r[1] + n));
}

function fill(r, mcu) {
  for (let n = 0; n < r[2]; n++) mcu.writeUint8(r[0] + n, r[1] & 0xff);
}

function reversed(word) {
  let out = 0;
  for (let n = 0; n < 32; n++) out = (out << 1) | ((word >>> n) & 1);
  return out >>> 0;
}

function population(word) {
  let count = 0;
  for (; word; word = (word & (word - 1)) >>> 0) count++;
  return count;
}

function compared(x, y) { return x < y ? -1 : x > y ? 1 : 0; }

/** By the two letters that a program asks for. `lookup` has none: the ROM's head names it. */
const BY_LETTERS = {
  P3: (r) => { r[0] = population(r[0]); },
  R3: (r) => { r[0] = reversed(r[0]); },
  L3: (r) => { r[0] = Math.clz32(r[0]); },
  T3: (r) => { r[0] = r[0] ? 31 - Math.clz32(r[0] & -r[0]) : 32; },
  MC: copy, C4: copy, MS: fill, S4: fill,
  IF: () => {}, EX: () => {}, FC: () => {}, CX: () => {},
  RE: (r, mcu) => { mcu.flash.fill(0xff, r[0], r[0] + r[1]); },
  RP: (r, mcu) => { for (let n = 0; n < r[2]; n++) mcu.flash[r[0] + n] &= mcu.readUint8(r[1] + n); },
  UB: () => { throw new Error("the program wants to be a drive (BOOTSEL); nobody asked it to"); },
};

/** In the order of the ROM's table of single precision; what is missing nobody has called yet. */
const OF_FLOATS = {
  0x00: of2((x, y) => x + y), 0x04: of2((x, y) => x - y), 0x08: of2((x, y) => x * y), 0x0c: of2((x, y) => x / y),
  0x10: (r) => { r[0] = compared(f32(r[0]), f32(r[1])) >>> 0; },
  0x18: of1(Math.sqrt),
  0x1c: (r) => { r[0] = signed(f32(r[0])); },
  0x20: (r) => { r[0] = signed(f32(r[0]) * 2 ** (r[1] | 0)); },
  0x24: (r) => { r[0] = unsigned(f32(r[0])); },
  0x28: (r) => { r[0] = unsigned(f32(r[0]) * 2 ** (r[1] | 0)); },
  0x2c: (r) => { r[0] = bits(r[0] | 0); },
  0x30: (r) => { r[0] = bits((r[0] | 0) / 2 ** (r[1] | 0)); },
  0x34: (r) => { r[0] = bits(r[0]); },
  0x38: (r) => { r[0] = bits(r[0] / 2 ** (r[1] | 0)); },
  0x3c: of1(Math.cos), 0x40: of1(Math.sin), 0x44: of1(Math.tan), 0x4c: of1(Math.exp), 0x50: of1(Math.log),
  0x54: (r) => { r[0] = compared(f32(r[0]), f32(r[1])) >>> 0; },
  0x58: of2(Math.atan2),
  0x5c: (r) => { r[0] = bits(Number(BigInt.asIntN(64, long(r)))); },
  0x64: (r) => { r[0] = bits(Number(long(r))); },
  0x6c: (r) => whole64(r, BigInt(Math.floor(f32(r[0])))),
  0x74: (r) => whole64(r, BigInt(Math.max(0, Math.floor(f32(r[0]))))),
  0x7c: (r) => double(r, f32(r[0])),
};
const OF_DOUBLES = {
  0x00: doubled((x, y) => x + y), 0x04: doubled((x, y) => x - y),
  0x08: doubled((x, y) => x * y), 0x0c: doubled((x, y) => x / y),
  0x7c: (r) => { r[0] = bits(f64(r[0], r[1])); },
};

const missing = (what) => () => { throw new Error(`the boot ROM's ${what} is not written yet`); };
const table = (given, what) =>
  Array.from({ length: 32 }, (_, n) => given[4 * n] ?? missing(`${what} at 0x${(4 * n).toString(16)}`));

function lookup(r, mcu) {
  for (let at = r[0]; mcu.readUint16(at); at += 4) {
    if (mcu.readUint16(at) === (r[1] & 0xffff)) { r[0] = mcu.readUint16(at + 2); return; }
  }
  r[0] = 0;
}

const LETTERS = Object.keys(BY_LETTERS);
const WORK = [lookup, ...Object.values(BY_LETTERS), ...table(OF_FLOATS, "float"), ...table(OF_DOUBLES, "double")];

/** Do what the function with this number does, in an emulated chip. */
export function call(number, mcu) {
  const work = WORK[number];
  if (!work) throw new Error(`the program stopped itself, at breakpoint ${number}`);
  work(mcu.core.registers, mcu);
}

/** The words of the ROM. */
export function rom() {
  const words = new Uint32Array(4096), half = new Uint16Array(words.buffer);
  const bytes = new Uint8Array(words.buffer);
  const entry = (number) => (CODE + 4 * number) | 1;
  words[0] = STACK;
  bytes.set([0x4d, 0x75, 1, VERSION], 0x10);
  half.set([FUNCTIONS, FUNCTIONS + 0x100, entry(0)], 0x14 >> 1);
  WORK.forEach((_, n) => half.set([BKPT | n, BX_LR], (CODE >> 1) + 2 * n));
  const letters = (pair) => pair.charCodeAt(0) | (pair.charCodeAt(1) << 8);
  LETTERS.forEach((pair, n) => half.set([letters(pair), entry(n + 1)], (FUNCTIONS >> 1) + 2 * n));
  half.set([letters("SF"), FLOATS, letters("SD"), DOUBLES], (FUNCTIONS + 0x100) >> 1);
  for (const [place, first] of [[FLOATS, 1 + LETTERS.length], [DOUBLES, 33 + LETTERS.length]]) {
    bytes[place - 2] = 32;
    for (let n = 0; n < 32; n++) words[(place >> 2) + n] = entry(first + n);
  }
  return words;
}
