import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#harness/server-process.ts'
import { type Bounds, type Soaked, none } from './report.ts'

const WHAT = 'another API, one field in turn on every screen'
const TICK_MS = 1000

interface Case {
  where: string
  kind: string
  found: string[]
}

/** Corrupts each field of each response in every way on every screen, in random order, until the time is over. */
export async function soakForeign(folder: string, { isOver, until }: Bounds): Promise<Soaked> {
  const shares = availableParallelism()
  const files = Array.from({ length: shares }, (_, share) => join(folder, `${share}.jsonl`))
  const ended = await Promise.all(files.map((file, share) => runShare(file, `${share}/${shares}`, until, isOver)))
  const cases = files.flatMap((file) =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Case)
      : [],
  )
  const wrong = cases.filter(({ found }) => found.length > 0)
  return {
    rows: [
      {
        ...none(`${WHAT}: a failure page, nonsense or an element of a text`, wrong.length),
        note: `${cases.length} cases`,
      },
      none(`${WHAT}: runs that broke off`, ended.filter((isWhole) => !isWhole).length),
    ],
    found: wrong.map(({ where, kind, found }) => `${where}, ${kind}: ${found.join('; ')}`),
  }
}

async function runShare(file: string, share: string, until: number, isOver: () => boolean): Promise<boolean> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const config = 'tools/bench/soak/foreign/vitest.config.ts'
  const child = spawn(process.execPath, [vitest, 'run', '--config', config], {
    cwd: ROOT,
    env: { ...process.env, FOREIGN_OUT: file, FOREIGN_UNTIL: String(until), FOREIGN_SHARE: share, NO_COLOR: '1' },
    stdio: 'ignore',
  })
  let isStopped = false
  const watch = setInterval(() => {
    // Only an interrupted run is killed. A run that exceeds its time ends by itself after the current case.
    if (!isOver() || Date.now() > until || isStopped) return
    isStopped = true
    child.kill()
  }, TICK_MS)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(watch)
  return code === 0 || isStopped
}
