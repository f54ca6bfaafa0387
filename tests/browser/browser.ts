import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Path of the test browser: CHROMIUM_PATH, else the system's Chromium. Undefined: Playwright uses its own. */
export function systemBrowser(env = process.env): string | undefined {
  const chosen = env['CHROMIUM_PATH']
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH is ${chosen}, and there is no such file`)
    return chosen
  }
  return findProgram([...NAMES, MAC], env)
}

/**
 * The same without a window and without a viewer of files, where there is one: browser tests take a third less time in it.
 * Who chose a browser gets that.
 */
export function headlessBrowser(env = process.env): string | undefined {
  return (env['CHROMIUM_PATH'] ? undefined : findProgram(['chromium-headless-shell'], env)) ?? systemBrowser(env)
}

/** The first of these programs that there is; of a name, not a path, in the folders of PATH. */
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
