import { execFileSync } from 'node:child_process'
import manifest from '../../package.json' with { type: 'json' }

export interface ReleaseInfo {
  version: string
  /** Date of the commit, as YYYY-MM-DD. */
  released: string
  /** Empty outside a Git checkout; ends with `-dirty` if tracked files differ from the commit. */
  commit: string
  /** Time of the commit in seconds since 1970. */
  epoch: number
}

/** Returns the version of package.json together with the commit that is checked out. */
export function releaseInfo(root: string): ReleaseInfo {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  const { version } = manifest
  try {
    const epoch = Number(git('log', '-1', '--format=%ct'))
    const commit = git('describe', '--always', '--dirty', '--abbrev=8', '--exclude=*')
    return { version, released: dateOf(epoch), commit, epoch }
  } catch {
    return { version, released: manifest.released, commit: '', epoch: Date.parse(manifest.released) / 1000 }
  }
}

const dateOf = (epoch: number) => new Date(epoch * 1000).toISOString().slice(0, 10)
