#!/usr/bin/env node
// `dierenportaal` of a release, and the commands of npm. Valid as a module and as CommonJS (no `import`, `export` or `await` at the
// top), because old versions of Node read it as CommonJS.

const [major, minor] = process.versions.node.split('.').map(Number)

// `crypto.argon2` is new in 24.7.
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(`Dierenportaal needs Node 24.7 or newer; this is Node ${process.versions.node}.`)
  process.exitCode = 1
} else {
  void import('./commands.ts')
}
