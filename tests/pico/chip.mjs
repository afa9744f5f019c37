// An emulated Raspberry Pi Pico with a real MicroPython: node chip.mjs RP2040JS FIRMWARE FLASH
//
// RP2040JS: the emulator's module; FIRMWARE: MicroPython's binary; FLASH: an image of its files.
// A line of JSON comes in, a line goes out; time passes only in "run":
//   {"run": 5}                milliseconds of the chip: {"now", "said": hex, "resets": [reasons]}
//   {"send": hex}             over USB, from the host
//   {"press": pin}  {"release": pin}
//   {"pins": [9, 10]}         {"levels": [0, 1]}
//   {"power": true}           off and on again; the files stay
//   {"reading": false}        the host has the port open and takes nothing
//   {"watch": 16}             {"edges": [[nanoseconds, level], ...]} since the last "watch" of this pin
import fs from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { call, rom } from "./rom.mjs";

const [module, firmware, image] = process.argv.slice(2);
const { ConsoleLogger, LogLevel, Simulator, USBCDC } = await import(pathToFileURL(module));
const FILES = 0xa0000, SCRATCH = 8, MILLI = 1e6;
const LINE = 500; // bytes on the way to the chip

let sim, mcu, cdc, dog, bitten; // of the present power-up
let base = 0; // nanoseconds before it
let said = [], came = [], resets = [], edges = [];
let reading = true, held = [], parked = [];
let drawn = 1; // the last random bits
let pioAt = 0; // until when the programmable pins have run
const down = new Set(), watched = new Set();
const flash = new Uint8Array(16 << 20).fill(0xff);
flash.set(fs.readFileSync(firmware));
flash.set(fs.readFileSync(image), FILES);

function powered(files, reason, scratch) {
  sim = new Simulator();
  mcu = sim.rp2040;
  mcu.logger = new ConsoleLogger(LogLevel.Error);
  mcu.loadBootrom(rom());
  mcu.flash.set(files);
  mcu.onBreak = (number) => call(number, mcu);
  dog = Object.values(mcu.peripherals).find((part) => part.constructor.name === "RPWatchdog");
  dog.reason = reason;
  dog.scratchData.set(scratch);
  bitten = false;
  dog.onWatchdogTrigger = () => { bitten = true; dog.alarm.enable = false; };
  held = [];
  parked = [];
  mcu.peripherals[0x40060].readUint32 = ring;
  mcu.pio[0].run = () => {}; // it would run by the host's clock
  pioAt = base;
  attach();
  mcu.core.PC = 0x10000000;
  mcu.gpio.forEach((pin, number) => pin.setInputValue(!down.has(number)));
  watched.forEach(watch);
}

/** The host's end of the USB cable. A host that does not read leaves each packet with the chip. */
function attach() {
  cdc = new USBCDC(mcu.usbCtrl);
  cdc.onSerialData = (data) => (reading ? said : parked).push(...data);
  const usb = mcu.usbCtrl;
  const ended = usb.indicateBufferReady.bind(usb);
  usb.indicateBufferReady = (endpoint, out) => {
    if (!out && endpoint === cdc.inEndpoint && !reading) held.push([endpoint, out]);
    else ended(endpoint, out);
  };
  usb.goOn = () => { said.push(...parked.splice(0)); for (const [endpoint, out] of held.splice(0)) ended(endpoint, out); };
}

function watch(number) {
  mcu.gpio[number].addListener((level) => edges.push([pioAt, level === 1 ? 1 : 0]));
}

const now = () => base + sim.clock.nanos;

/** The ring oscillator: it is stable, and has a random bit. */
function ring(register) {
  drawn = (Math.imul(drawn, 1664525) + 1013904223) >>> 0;
  return register === 0x1c ? drawn >>> 31 : 0x80001000;
}

/** The programmable pins, in step with the chip: one state machine, of the first block. */
function sendBits() {
  const pio = mcu.pio[0], [machine] = pio.machines;
  const step = ((machine.clockDivInt + machine.clockDivFrac / 256) * 1e9) / mcu.clkSys;
  while (!pio.stopped && pioAt + step <= now()) {
    const before = machine.cycles;
    pio.step(); // an instruction with its delay, or a wait
    pioAt += Math.max(1, machine.cycles - before) * step;
  }
  if (pio.stopped) pioAt = now();
}

function run(milliseconds) {
  const end = now() + milliseconds * MILLI;
  while (now() < end) {
    while (came.length && cdc.txFIFO.itemCount < LINE) cdc.sendSerialByte(came.shift());
    const pause = Math.min(end, now() + MILLI);
    while (now() < pause && !bitten) {
      const most = mcu.pio[0].stopped ? pause - now() : 1000;
      if (mcu.core.waiting) sim.clock.tick(Math.max(1, Math.min(sim.clock.nanosToNextAlarm, most)));
      else sim.clock.tick((mcu.core.executeInstruction() * 1e9) / mcu.clkSys);
      sendBits();
    }
    if (bitten) {
      resets.push(dog.reason);
      restart(dog.reason, dog.scratchData);
    }
  }
}

function restart(reason, scratch) {
  const files = Uint8Array.from(mcu.flash), kept = Uint32Array.from(scratch);
  base = now();
  powered(files, reason, kept);
}

const verbs = {
  run: (milliseconds) => {
    run(milliseconds);
    const answer = { now: now() / MILLI, said: Buffer.from(said).toString("hex"), resets };
    said = [];
    resets = [];
    return answer;
  },
  send: (hex) => { came.push(...Buffer.from(hex, "hex")); },
  press: (pin) => { down.add(pin); mcu.gpio[pin].setInputValue(false); },
  release: (pin) => { down.delete(pin); mcu.gpio[pin].setInputValue(true); },
  pins: (pins) => ({ levels: pins.map((pin) => (mcu.gpio[pin].value === 1 ? 1 : 0)) }),
  power: () => { said = []; came = []; restart(0, new Uint32Array(SCRATCH)); },
  reading: (wanted) => { reading = wanted; if (reading) mcu.usbCtrl.goOn(); },
  watch: (pin) => {
    if (!watched.has(pin)) { watched.add(pin); watch(pin); }
    const answer = { edges };
    edges = [];
    return answer;
  },
};

powered(flash, 0, new Uint32Array(SCRATCH));
for await (const line of createInterface({ input: process.stdin })) {
  const [[verb, value]] = Object.entries(JSON.parse(line));
  let answer;
  try {
    answer = verbs[verb](value) ?? {};
  } catch (error) {
    answer = { error: String(error.stack ?? error) };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
