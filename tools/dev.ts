import { spawn } from 'node:child_process'

// Runs the API, restarted on changes, and Vite with hot reload. If one of them ends, both end.

const run = (...args: string[]) => spawn(process.execPath, args, { stdio: 'inherit' })
const children = [run('--watch', 'server/cli/start.js'), run('node_modules/vite/bin/vite.js')]

for (const child of children) {
  child.on('exit', (code) => {
    for (const other of children) other.kill()
    process.exitCode ??= code ?? 0
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
}
