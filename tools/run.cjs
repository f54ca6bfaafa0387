'use strict'

// `node tools/run.cjs FILE …` or `… TOOL …`: runs a file, or the command of a package, on Node 24. Every npm script goes through
// it: of the packages that bring Node, some npm versions remove the command `node`, or link it to the Node of another platform.
// Written in the syntax of Node 10, so that an old Node prints a sentence instead of a syntax error.

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

/** Packages of tools that are named otherwise than their command. */
const PACKAGES = { playwright: '@playwright/test' }

const OWN = process.versions.node

/** Negative where the version is lower than the other, 0 where both are equal; as far as the other has numbers. */
function compare(version, other) {
  const differences = other.map((number, index) => Number(version.split('.')[index]) - number)
  return differences.find((difference) => difference !== 0) || 0
}

function fail(sentence) {
  // Written at once: `console.error` may be lost by `exit` where standard error is a pipe.
  fs.writeSync(2, `${sentence}\n`)
  process.exit(1)
}

/** Version of the Node that the user has: npm may have put the Node of the packages in front of it. */
function usersVersion() {
  const found = /\bnode\/v?(\d+\.\d+\.\d+)/.exec(process.env.npm_config_user_agent || '')
  return found ? found[1] : OWN
}

const NODE_PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const NODE_MANIFEST = path.join(MODULES, NODE_PACKAGE, 'package.json')

/** Node as a package brings it; undefined where no package is for this platform, or its Node cannot run here. */
function packagedNode() {
  const file = path.join(MODULES, NODE_PACKAGE, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return fs.existsSync(file) && fs.existsSync(NODE_MANIFEST) && hasLibc() ? file : undefined
}

const packagedVersion = () => JSON.parse(fs.readFileSync(NODE_MANIFEST, 'utf8')).version.split('.').map(Number)

/** Whether programs for glibc start here: on Alpine they fail as if their file were missing. */
function hasLibc() {
  const loader = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' }[process.arch]
  return process.platform !== 'linux' || !loader || fs.existsSync(loader)
}

/** Path of the Node to run on; undefined where this process can go on. */
function chooseNode() {
  const packaged = packagedNode()
  if (packaged) {
    const version = packagedVersion()
    // Another major version is untested; a newer minor one spares the start of another process.
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

/** Whether every package is there that a file needs: the server, once the portal is built, needs none of those for development. */
function hasPackages(file) {
  const isServer = SERVER.test(path.relative(ROOT, file))
  const packages = lockedPackages()
  return Object.keys(packages).every((folder) => {
    const its = packages[folder]
    if (!folder || its.optional || its.devOptional || (isServer && its.dev)) return true
    return fs.existsSync(path.join(ROOT, folder, 'package.json'))
  })
}

/** File of a tool's command, by the `bin` of its package. */
function toolFile(tool) {
  const folder = path.join(MODULES, PACKAGES[tool] || tool)
  const manifest = path.join(folder, 'package.json')
  if (!fs.existsSync(manifest)) return failMissing()
  const bin = JSON.parse(fs.readFileSync(manifest, 'utf8')).bin
  return path.join(folder, typeof bin === 'string' ? bin : bin[tool])
}

/** Runs the file in this process, as if it had been called by itself. */
function runHere(file, args) {
  process.argv.splice(1, process.argv.length, file, ...args)
  let hasRun = false
  // 13 as for a file that Node is called with: its `await` can no longer end.
  process.on('beforeExit', () => {
    if (!hasRun && process.exitCode === undefined) process.exitCode = 13
  })
  void import(url.pathToFileURL(file).href).then(() => (hasRun = true))
}

/** Runs the file on another Node: in the place of this process where Node can do that, which keeps its id; else as a child. */
function runOn(node, file, args) {
  if (process.execve) {
    // It would warn that `execve` is experimental.
    process.emitWarning = () => {}
    process.execve(node, [node, file, ...args], process.env)
  }
  let child
  const forward = (signal) => {
    // A terminal sends it to the child as well, and a second signal ends the server at once.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  // Before the child starts: a signal in between would end this process alone.
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
  // For what the file starts by the name `node`, as the first line of many programs does.
  process.env.PATH = path.dirname(node || process.execPath) + path.delimiter + process.env.PATH
  if (node) runOn(node, file, args)
  else runHere(file, args)
}

main(process.argv[2], process.argv.slice(3))
