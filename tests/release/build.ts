import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '#harness/server-process.ts'

/** A clean environment, because variables of the test runner would change the build. */
export const CLEAN = { PATH: `${join(process.execPath, '..')}:${process.env['PATH']}`, HOME: process.env['HOME'] }

/** Builds a release into a folder and returns the output. */
export const build = (to: string, env: Record<string, string> = {}) =>
  execFileSync(process.execPath, ['tools/release/main.ts', to], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: 'pipe',
    env: { ...CLEAN, ...env },
  })
