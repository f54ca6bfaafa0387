'use strict'

// `node tools/run.cjs FILE …` or `… TOOL …` runs a file, or the command of a package, on Node 24. All npm scripts use this
// file. Some npm versions remove the command `node` of the Node packages, or link it to another platform's Node.
// Written in the syntax of Node 10, so that old versions print a readable message instead of a syntax error.

const childProcess = require('child_process')
const fs = require('fs')
const path = require('path')
const url = require('url')

const ROOT = path.join(__dirname, '..')
const MODULES = path.join(ROOT, 'node_modules')

/** Oldest Node that can install the packages. */
const MIN_TO_INSTALL = [20, 0]
/** Oldest Node that can run the server: `crypto.argon2` is new in 24.7. */
const MIN_TO_RUN = [24, 7]

const SERVER = /^(server[\\/]|tools[\\/]build[\\/]start\.js$)/

/** Packages of tools whose name differs from that of their command. */
const PACKAGES = { playwright: '@playwright/test' }

const OWN = process.versions.node

/** Returns a negative number if the version is lower, 0 if equal. Compares only as many numbers as `other` has. */
function compare(version, other) {
  const differences = other.map((number, index) => Number(version.split('.')[index]) - number)
  return differences.find((difference) => difference !== 0) || 0
}

function fail(sentence) {
  // Writes synchronously: on `exit`, output of `console.error` to a pipe may be lost.
  fs.writeSync(2, `${sentence}\n`)
  process.exit(1)
}

/** Returns the version of the user's Node. The running one may differ, because npm puts packaged binaries first in `PATH`. */
function usersVersion() {
  const found = /\bnode\/v?(\d+\.\d+\.\d+)/.exec(process.env.npm_config_user_agent || '')
  return found ? found[1] : OWN
}

const NODE_PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const NODE_MANIFEST = path.join(MODULES, NODE_PACKAGE, 'package.json')

/** Returns the path of the packaged Node; undefined if there is none for this platform, or it cannot run here. */
function packagedNode() {
  const file = path.join(MODULES, NODE_PACKAGE, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return fs.existsSync(file) && fs.existsSync(NODE_MANIFEST) && hasLibc() ? file : undefined
}

const packagedVersion = () => JSON.parse(fs.readFileSync(NODE_MANIFEST, 'utf8')).version.split('.').map(Number)

/** Whether programs for glibc can start. Without glibc, as on Alpine, they fail with "not found". */
function hasLibc() {
  const loader = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' }[process.arch]
  return process.platform !== 'linux' || !loader || fs.existsSync(loader)
}

/** Returns the path of the Node to use; undefined if this process can run the file itself. */
function chooseNode() {
  const packaged = packagedNode()
  if (packaged) {
    const version = packagedVersion()
    // Other major versions are untested. A newer minor version is used directly, which saves starting another process.
    return compare(OWN, version.slice(0, 1)) === 0 && compare(OWN, version) >= 0 ? undefined : packaged
  }
  if (compare(OWN, MIN_TO_RUN) >= 0) return undefined
  if (hasLibc() && lockedPackages()[`node_modules/${NODE_PACKAGE}`]) return failMissing()
  return fail(`Dierenportaal needs Node ${MIN_TO_RUN.join('.')} or newer on this system; this is Node ${OWN}.`)
}

const lockedPackages = () => JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')).packages

function failMissing() {
  const omitsDev = process.env.NODE_ENV === 'production' || /\bdev\b/.test(process.env.npm_config_omit || '')
  return fail(`Packages are missing; run npm ci${omitsDev ? ' --include=dev' : ''}.`)
}

/** Files that npm, pnpm and Yarn write last. */
const COMPLETE = ['.package-lock.json', '.modules.yaml', '.yarn-state.yml', '.yarn-integrity']

const isInstalled = () => COMPLETE.some((name) => fs.existsSync(path.join(MODULES, name)))

/** Whether all packages that a file needs are installed. With a built portal, the server needs no development packages. */
function hasPackages(file) {
  const isServer = SERVER.test(path.relative(ROOT, file))
  const packages = lockedPackages()
  return Object.keys(packages).every((folder) => {
    const its = packages[folder]
    if (!folder || its.optional || its.devOptional || (isServer && its.dev)) return true
    return fs.existsSync(path.join(ROOT, folder, 'package.json'))
  })
}

/** Returns the file of a tool's command from the `bin` field of its package. */
function toolFile(tool) {
  const folder = path.join(MODULES, PACKAGES[tool] || tool)
  const manifest = path.join(folder, 'package.json')
  if (!fs.existsSync(manifest)) return failMissing()
  const bin = JSON.parse(fs.readFileSync(manifest, 'utf8')).bin
  return path.join(folder, typeof bin === 'string' ? bin : bin[tool])
}

/** Runs the file in this process, with the same `process.argv` as in a direct call. */
function runHere(file, args) {
  process.argv.splice(1, process.argv.length, file, ...args)
  let hasRun = false
  // Node also exits with code 13 when the top-level `await` of its main file never settles.
  process.on('beforeExit', () => {
    if (!hasRun && process.exitCode === undefined) process.exitCode = 13
  })
  void import(url.pathToFileURL(file).href).then(() => (hasRun = true))
}

/** Runs the file on another Node: with `execve`, which keeps the process id, or else as a child process. */
function runOn(node, file, args) {
  if (process.execve) {
    // Suppresses the warning that `execve` is experimental.
    process.emitWarning = () => {}
    process.execve(node, [node, file, ...args], process.env)
  }
  let child
  const forward = (signal) => {
    // A terminal sends SIGINT to the child too, and a second signal would stop the server immediately.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  // Registered before the child starts, because an earlier signal would end only this process.
  for (const signal of signals) process.on(signal, forward)
  child = childProcess.spawn(node, [file, ...args], { stdio: 'inherit' })
  child.on('error', (error) => fail(`${node} cannot be started: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (!signal) return process.exit(code)
    for (const each of signals) process.removeListener(each, forward)
    return process.kill(process.pid, signal)
  })
}

function main(name, args) {
  const version = usersVersion()
  if (compare(version, MIN_TO_INSTALL) < 0) {
    fail(`Dierenportaal needs Node ${MIN_TO_INSTALL[0]} or newer; this is Node ${version}.`)
  }
  if (!isInstalled()) failMissing()
  const node = chooseNode()
  const file = /[./\\]/.test(name) ? path.resolve(ROOT, name) : toolFile(name)
  if (!hasPackages(file)) failMissing()
  // Programs that the file starts may call `node`, often by their first line (`#!/usr/bin/env node`).
  process.env.PATH = path.dirname(node || process.execPath) + path.delimiter + process.env.PATH
  if (node) runOn(node, file, args)
  else runHere(file, args)
}

main(process.argv[2], process.argv.slice(3))
