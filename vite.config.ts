import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { compressed } from './build/compress.ts'
import { layersFirst } from './build/layers-first.ts'
import { messages } from './build/messages.ts'

const api = `http://127.0.0.1:${process.env['PORT'] ?? 4000}`

export default defineConfig(({ mode }) => {
  const apiRoot = loadEnv(mode, import.meta.dirname)['VITE_API_ROOT'] ?? '/api'
  return {
    plugins: [
      // Before react(): it splits a route's component from its loader.
      tanstackRouter({
        target: 'react',
        routesDirectory: 'src/routes',
        generatedRouteTree: 'src/routeTree.gen.ts',
        routeFileIgnorePattern: '\\.(test|module)\\.',
        autoCodeSplitting: true,
        addExtensions: true,
        quoteStyle: 'single',
      }),
      react(),
      messages(),
      compressed(),
      layersFirst(),
      { name: 'portal-api-root', transformIndexHtml: (html) => html.replace('%API_ROOT%', apiRoot) },
    ],
    resolve: {
      // The messages are compiled by the build; the parser would be 6 kB that nobody runs.
      // The tests compile messages themselves, and so keep it.
      alias: process.env['VITEST']
        ? {}
        : { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
    },
    build: { target: 'es2023', assetsInlineLimit: 0, cssCodeSplit: false, reportCompressedSize: false },
    server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: { '/api': api, '/files': api } },
  }
})
