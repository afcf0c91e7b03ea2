'use strict';
// The one native module of the VS Code server without a prebuilt binary: a plain file logger in its place, so that output channels work.
const fs = require('node:fs');
const path = require('node:path');

const NAMES = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  constructor(_type, _name, filename) {
    this.level = 2;
    this.raw = false;
    fs.mkdirSync(path.dirname(filename), { recursive: true });
    this.fd = fs.openSync(filename, 'a');
  }
  write(level, message) {
    if (this.fd === null || level < this.level) return;
    const now = new Date();
    const pad = (n, width = 2) => String(n).padStart(width, '0');
    const stamp = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())} ${pad(now.getHours())}:${pad(now.getMinutes())}:${pad(now.getSeconds())}.${pad(now.getMilliseconds(), 3)}`;
    fs.writeSync(this.fd, this.raw ? message : `${stamp} [${NAMES[level]}] ${message}\n`);
  }
  trace(m) { this.write(0, m); }
  debug(m) { this.write(1, m); }
  info(m) { this.write(2, m); }
  warn(m) { this.write(3, m); }
  error(m) { this.write(4, m); }
  critical(m) { this.write(5, m); }
  getLevel() { return this.level; }
  setLevel(level) { this.level = level; }
  setPattern() { this.raw = false; }
  clearFormatters() { this.raw = true; }
  flush() {}
  drop() { if (this.fd !== null) { fs.closeSync(this.fd); this.fd = null; } }
}

exports.version = 1;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = async (name, file, size, count) => new Logger('rotating', name, file, size, count);
exports.createAsyncRotatingLogger = async (name, file, size, count) => new Logger('rotating_async', name, file, size, count);
