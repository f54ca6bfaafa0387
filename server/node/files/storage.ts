import { isLoopback } from '#server/http/loopback.ts'

export interface Storage {
  /** URL of the bucket; keys are appended. */
  url: string
  accessKeyId: string
  secretAccessKey: string
  region: string
}

/**
 * Parses `s3+https://KEY:SECRET@host/bucket?region=…`; returns undefined for any other text. `s3+http` is valid for
 * this machine only.
 */
export function parseStorage(text: string): Storage | undefined {
  const { protocol = '', hostname = '' } = URL.parse(text) ?? {}
  if (protocol !== 's3+https:' && !(protocol === 's3+http:' && isLoopback(hostname))) return undefined
  const { origin, pathname, searchParams, username, password, hash } = new URL(text.slice('s3+'.length))
  const { region = 'us-east-1', ...unknown } = Object.fromEntries(searchParams)
  const bucket = pathname.replace(/\/$/, '')
  if (!username || !password || !bucket || hash || Object.keys(unknown).length > 0) return undefined
  try {
    const [accessKeyId, secretAccessKey] = [decodeURIComponent(username), decodeURIComponent(password)]
    return { url: origin + bucket, accessKeyId, secretAccessKey, region }
  } catch {
    return undefined
  }
}
