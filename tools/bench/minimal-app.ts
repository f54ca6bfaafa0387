import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

import { indexHtml } from '../build/html.ts'
import { compileMessages } from '../build/messages.ts'
import { compressIn } from '../build/release.ts'
import portal from '../../vite.config.ts'
import { ROOT } from '#harness/server-process.ts'
import { CACHE } from './servers.ts'

const MESSAGES_USED = [
  'auth.login.title',
  'auth.login.username',
  'auth.login.password',
  'auth.login.submit',
  'core.text.requiredField',
  'core.pager.next',
  'admin.nav.clients',
  'admin.clients.lastName',
  'admin.clients.details',
  'admin.clients.status',
  'admin.clients.locked',
]

export async function buildMinimalApp(): Promise<string> {
  const folder = join(CACHE, 'minimal')
  const { resolve, build: settings } = portal({ mode: 'production', command: 'build' })
  const groups = [{ name: 'vendor', tags: ['$initial' as const], test: /node_modules/ }]
  const all = compileMessages('nl')
  await build({
    configFile: false,
    root: join(ROOT, 'tools/bench/minimal'),
    publicDir: false,
    logLevel: 'error',
    plugins: [react(), indexHtml('/api')],
    resolve: resolve ?? {},
    define: { MINIMAL_MESSAGES: JSON.stringify(Object.fromEntries(MESSAGES_USED.map((id) => [id, all[id]]))) },
    build: {
      ...settings,
      modulePreload: false,
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { output: { codeSplitting: { groups } } },
    },
  })
  await compressIn(folder)
  return folder
}
