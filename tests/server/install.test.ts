import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from '#harness/server-process.ts'

// The installation script with an archive that holds one small program.

const SCRIPT = join(ROOT, 'deploy/install.sh')

let folder: string
let archive: string
let sum: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'install-'))
  archive = join(folder, 'dierenportaal-9.9.9.tgz')
  mkdirSync(join(folder, 'package/server/cli'), { recursive: true })
  writeFileSync(join(folder, 'package/server/cli/main.cjs'), '#!/bin/sh\necho 9.9.9\n', { mode: 0o755 })
  execFileSync('tar', ['-czf', archive, '-C', folder, 'package'])
  sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(`${archive}.sha256`, `${sum}  dierenportaal-9.9.9.tgz\n`)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const PATH = `${join(process.execPath, '..')}:${process.env['PATH']}`
const installed = () => existsSync(join(folder, 'bin/dierenportaal'))

function install({ env = {}, input }: { env?: Record<string, string>; input?: string } = {}) {
  const args = [archive, join(folder, 'opt'), join(folder, 'bin')]
  const { status, stdout, stderr } = spawnSync('/bin/sh', input === undefined ? [SCRIPT, ...args] : ['-s', ...args], {
    encoding: 'utf8',
    env: { PATH, ...env },
    ...(input !== undefined && { input }),
  })
  return { status, stdout, stderr }
}

/** A folder of commands, as the only one that is searched. */
function onlyCommands(...names: string[]): Record<string, string> {
  const bin = join(folder, 'commands')
  mkdirSync(bin)
  for (const name of names) {
    const found = execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8', env: { PATH } }).trim()
    symlinkSync(found, join(bin, name))
  }
  return { PATH: bin }
}

const USED = ['node', 'cat', 'tr', 'basename', 'mkdir', 'rm', 'mv', 'ln', 'tar', 'gzip', 'sh']

test('installs an archive that has the sum beside it', () => {
  expect(install()).toEqual({ status: 0, stdout: '9.9.9\n', stderr: '' })
  expect(installed()).toBe(true)
})

test('installs an archive that has the sum of the environment', () => {
  rmSync(`${archive}.sha256`)
  expect(install({ env: { SHA256: sum.toUpperCase() } })).toMatchObject({ status: 0, stdout: '9.9.9\n' })
})

test('installs with openssl alone', () => {
  expect(install({ env: onlyCommands(...USED, 'openssl') })).toMatchObject({ status: 0, stdout: '9.9.9\n' })
})

test.each<[string, () => Record<string, string> | void, RegExp]>([
  ['a truncated archive', () => writeFileSync(archive, readFileSync(archive).subarray(0, -1)), /expected SHA-256 sum/],
  ['another archive', () => writeFileSync(archive, 'x'), /expected SHA-256 sum/],
  ['no sum', () => rmSync(`${archive}.sha256`), /\.sha256 is missing/],
  ['an empty sum', () => writeFileSync(`${archive}.sha256`, ''), /not a SHA-256 sum/],
  ['a truncated sum', () => writeFileSync(`${archive}.sha256`, sum.slice(0, 40)), /not a SHA-256 sum/],
  ['a page in place of the sum', () => writeFileSync(`${archive}.sha256`, '<html>'), /not a SHA-256 sum/],
  ['another sum in the environment', () => ({ SHA256: '0'.repeat(64) }), /expected SHA-256 sum/],
  ['no tool for sums', () => onlyCommands(...USED), /cannot be checked/],
])('refuses %s, and installs nothing', (_, prepare, said) => {
  const { status, stderr } = install({ env: prepare() ?? {} })
  expect(status).toBe(1)
  expect(stderr).toMatch(said)
  expect(installed()).toBe(false)
})

test('leaves the installed release alone when the next one is refused', () => {
  install()
  writeFileSync(archive, 'x')
  expect(install()).toMatchObject({ status: 1 })
  expect(execFileSync(join(folder, 'bin/dierenportaal'), { encoding: 'utf8' })).toBe('9.9.9\n')
})

test('runs nothing of a script of which a part arrived', () => {
  const script = readFileSync(SCRIPT, 'utf8')
  const cut = script.indexOf('ln -sfn')
  install({ input: script.slice(0, cut) })
  expect(existsSync(join(folder, 'opt'))).toBe(false)
  expect(install({ input: script })).toMatchObject({ status: 0, stdout: '9.9.9\n' })
})
