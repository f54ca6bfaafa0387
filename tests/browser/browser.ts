import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Returns the path of the test browser: CHROMIUM_PATH, or else the system's Chromium. Undefined makes Playwright use its own. */
export function systemBrowser(env = process.env): string | undefined {
  const chosen = env['CHROMIUM_PATH']
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH is ${chosen}, and there is no such file`)
    return chosen
  }
  return findProgram([...NAMES, MAC], env)
}

/**
 * Returns the headless shell if it is installed and CHROMIUM_PATH is unset, and else the system browser. Browser tests take a third
 * less time in the shell, which cannot show PDF files.
 */
export function headlessBrowser(env = process.env): string | undefined {
  return (env['CHROMIUM_PATH'] ? undefined : findProgram(['chromium-headless-shell'], env)) ?? systemBrowser(env)
}

/** Returns the first path that is executable. Plain names are looked up on PATH. */
export function findProgram(names: readonly string[], env = process.env): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter)
  const paths = names.flatMap((name) => (isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))))
  return paths.find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
