import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { eachFolder } from '#harness/folders.ts'
import { ROOT } from '#harness/server-process.ts'

const SCRIPT = join(ROOT, 'deploy/install.sh')
const place = eachFolder()
const at = (...names: string[]) => join(place.path, ...names)
let archive: string
let sum: string

/** Packs an archive that contains one small program. */
beforeEach(() => {
  archive = at('dierenportaal-9.9.9.tgz')
  mkdirSync(at('package/server/cli'), { recursive: true })
  writeFileSync(at('package/server/cli/main.cjs'), '#!/bin/sh\necho 9.9.9\n', { mode: 0o755 })
  execFileSync('tar', ['-czf', archive, '-C', place.path, 'package'])
  sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(`${archive}.sha256`, `${sum}  dierenportaal-9.9.9.tgz\n`)
})

const PATH = `${join(process.execPath, '..')}:${process.env['PATH']}`
const installed = () => existsSync(at('bin/dierenportaal'))

function install({ env = {}, input }: { env?: Record<string, string>; input?: string } = {}) {
  const args = [archive, at('opt'), at('bin')]
  const { status, stdout, stderr } = spawnSync('/bin/sh', input === undefined ? [SCRIPT, ...args] : ['-s', ...args], {
    encoding: 'utf8',
    env: { PATH, ...env },
    ...(input !== undefined && { input }),
  })
  return { status, stdout, stderr }
}

/** Returns an environment with only the named commands on its path. */
function onlyCommands(...names: string[]): Record<string, string> {
  const bin = at('commands')
  mkdirSync(bin)
  for (const name of names) {
    const found = execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8', env: { PATH } }).trim()
    symlinkSync(found, join(bin, name))
  }
  return { PATH: bin }
}

const USED = ['node', 'cat', 'tr', 'basename', 'mkdir', 'rm', 'mv', 'ln', 'tar', 'gzip', 'sh']

const UNSIGNED = 'The release is not signed. Its SHA-256 sum was verified.\n'
const INSTALLED = { status: 0, stdout: `${UNSIGNED}9.9.9\n`, stderr: '' }

test('install.sh verifies the checksum from a file or SHA256, with any available tool', () => {
  expect([install(), installed()]).toEqual([INSTALLED, true])
  expect(install({ env: { ...onlyCommands(...USED, 'openssl'), FORCE: 'yes' } })).toEqual(INSTALLED)
  rmSync(`${archive}.sha256`)
  expect(install({ env: { SHA256: sum.toUpperCase(), FORCE: 'yes' } })).toEqual(INSTALLED)
})

test.each<[string, () => Record<string, string> | void, RegExp]>([
  ['a truncated archive', () => writeFileSync(archive, readFileSync(archive).subarray(0, -1)), /expected SHA-256 sum/],
  ['another archive', () => writeFileSync(archive, 'x'), /expected SHA-256 sum/],
  ['a missing checksum', () => rmSync(`${archive}.sha256`), /\.sha256 is missing/],
  ['an empty checksum', () => writeFileSync(`${archive}.sha256`, ''), /not a SHA-256 sum/],
  ['a truncated checksum', () => writeFileSync(`${archive}.sha256`, sum.slice(0, 40)), /not a SHA-256 sum/],
  ['a page in place of the checksum', () => writeFileSync(`${archive}.sha256`, '<html>'), /not a SHA-256 sum/],
  ['another checksum in the environment', () => ({ SHA256: '0'.repeat(64) }), /expected SHA-256 sum/],
  ['a system without a checksum tool', () => onlyCommands(...USED), /cannot be checked/],
])('install.sh rejects %s without installing anything', (_, prepare, message) => {
  const { status, stderr } = install({ env: prepare() ?? {} })
  expect(status).toBe(1)
  expect(stderr).toMatch(message)
  expect(installed()).toBe(false)
})

test('install.sh replaces an installed version only with FORCE', () => {
  install()
  writeFileSync(at('opt/dierenportaal-9.9.9/own-file'), '')
  const refused = install()
  expect(refused.status).toBe(1)
  expect(refused.stderr).toMatch(/dierenportaal-9\.9\.9 is installed already.* FORCE=yes.* another folder/)
  expect(existsSync(at('opt/dierenportaal-9.9.9/own-file'))).toBe(true)
  expect(install({ env: { FORCE: 'yes' } })).toEqual(INSTALLED)
  expect(existsSync(at('opt/dierenportaal-9.9.9/own-file'))).toBe(false)
})

test('install.sh rejects two archives', () => {
  const other = at('dierenportaal-9.9.10.tgz')
  const { status, stderr } = spawnSync('/bin/sh', [SCRIPT, archive, other], { encoding: 'utf8', env: { PATH } })
  expect(status).toBe(1)
  expect(stderr).toBe(
    `Not installed: two files are named, ${archive} and ${other}. Keep one version here, and remove the others.\n`,
  )
})

test('install.sh requires a signature if MINISIGN_PUBLIC_KEY is set', () => {
  const env = { MINISIGN_PUBLIC_KEY: 'RWQ' }
  expect(install({ env }).stderr).toContain('requires a signature')
  expect(installed()).toBe(false)
  writeFileSync(`${archive}.minisig`, '')
  expect(install().stdout).toContain('The signature was not verified')
})

test('install.sh preserves the installed release if the next one is rejected', () => {
  install()
  writeFileSync(archive, 'x')
  expect(install()).toMatchObject({ status: 1 })
  expect(execFileSync(at('bin/dierenportaal'), { encoding: 'utf8' })).toBe('9.9.9\n')
})

test('install.sh does nothing if the script is truncated', () => {
  const script = readFileSync(SCRIPT, 'utf8')
  const cut = script.indexOf('ln -sfn')
  install({ input: script.slice(0, cut) })
  expect(existsSync(at('opt'))).toBe(false)
  expect(install({ input: script })).toEqual(INSTALLED)
})
