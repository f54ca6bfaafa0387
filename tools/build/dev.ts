import { spawn } from 'node:child_process'

// The API, started anew when it changes, and Vite with hot reload beside it. Whichever ends takes the other along.

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
