import { spawnSync } from 'node:child_process'
import { findProgram } from '../browser.ts'

// System programs that `npm run test:browsers` needs.

const FIREFOX = ['firefox-esr', 'firefox']
/** Debian's Python, which has the WebKit bindings; PATH may find another one first. */
export const PYTHON = '/usr/bin/python3'
export const XVFB = 'Xvfb'
export const WEBKIT_DRIVER = 'WebKitWebDriver'

export const firefox = () => findProgram(FIREFOX)

/** Returns the names of missing Debian packages. */
export function missingPackages(): string[] {
  const missing: string[] = []
  if (!firefox()) missing.push('firefox-esr')
  if (!findProgram([WEBKIT_DRIVER])) missing.push('webkit2gtk-driver')
  if (!findProgram([XVFB])) missing.push('xvfb')
  if (!imports('import gi')) missing.push('python3-gi')
  if (!imports('import gi; gi.require_version("WebKit2", "4.1")')) missing.push('gir1.2-webkit2-4.1')
  return missing
}

const imports = (script: string) => spawnSync(PYTHON, ['-c', script]).status === 0
