import { readFileSync } from 'node:fs'
import { type Environment, SECRET_FILES } from './setting-names.ts'
import { SettingsError, reasonOf } from './start-error.ts'

/**
 * Returns the environment with each secret of a `NAME_FILE` read from its file, without trailing newlines. Throws a
 * `SettingsError` if a file cannot be read or the secret is set twice.
 */
export function readSecretFiles(env: Environment): Environment {
  const read = SECRET_FILES.flatMap(([fileSetting, name]) => {
    const file = env[fileSetting]?.trim()
    if (!file) return []
    if (env[name]?.trim()) throw new SettingsError(`${name} and ${fileSetting} are both set: set one`)
    return [[name, readSecret(fileSetting, file)] as const]
  })
  return { ...env, ...Object.fromEntries(read) }
}

function readSecret(fileSetting: string, file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new SettingsError(`${fileSetting}: ${file} cannot be read: ${reasonOf(error)}`)
  }
  const secret = text.replace(/[\r\n]+$/, '')
  if (secret) return secret
  throw new SettingsError(`${fileSetting}: ${file} is empty`)
}
