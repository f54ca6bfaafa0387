import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { loadEnv } from 'vite'
import { defineConfig } from 'vitest/config'
import { test } from './tests/vitest.ts'
import { CHUNKS } from './tools/build/chunks.ts'
import { checked } from './tools/build/checks.ts'
import { demo } from './tools/build/demo.ts'
import { prefetchScript } from './tools/build/prefetch.ts'
import { FIRST_PAGES } from './tools/build/first-pages.ts'
import { indexHtml } from './tools/build/html.ts'
import { BUILD_TARGET } from './tools/build/minimum-browsers.ts'
import { messages } from './tools/build/messages.ts'
import { release } from './tools/build/release.ts'
import { pageFiles } from './tools/build/page-files.ts'

const api = `http://127.0.0.1:${process.env['PORT'] ?? 4000}`

// The build compiles the messages, so the portal needs no message parser. This documented alias saves 6 kB.
const NO_PARSER = {
  '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
}

export default defineConfig(({ mode }) => {
  const apiRoot = loadEnv(mode, import.meta.dirname)['VITE_API_ROOT'] ?? '/api'
  // The page contains the API, so its weight does not matter; only the build time does.
  const isDemo = mode === 'demo'
  return {
    plugins: [
      // Runs before react(), because it separates a route's component from its loader.
      tanstackRouter({
        target: 'react',
        routesDirectory: 'src/routes',
        generatedRouteTree: 'src/routeTree.gen.ts',
        routeFileIgnorePattern: '\\.(test|module)\\.',
        // Tests load routes whole: under load, a test process once read code that the plugin shares between the parts of a route
        // before that code was set, and the page then failed in every test of the process.
        autoCodeSplitting: !process.env['VITEST'],
        // Puts the loader of a page into the component's chunk, so that no page adds to the first load of another page.
        // Both are fetched while the session starts (src/routes/__root.tsx).
        codeSplittingOptions: { defaultBehavior: [['loader', 'component']] },
        addExtensions: true,
        quoteStyle: 'single',
      }),
      react(),
      messages(),
      ...(isDemo ? [demo()] : [prefetchScript(), checked(), release()]),
      pageFiles(Object.values(FIRST_PAGES).flat()),
      indexHtml(isDemo ? '/api' : apiRoot, isDemo),
    ],
    resolve: {
      // Tests compile messages themselves, and so does the server in the demo.
      alias: process.env['VITEST'] || isDemo ? {} : NO_PARSER,
    },
    css: { modules: { generateScopedName: '[local]_[hash:base64:4]' } },
    build: {
      outDir: isDemo ? 'dist-demo' : 'dist',
      target: BUILD_TARGET,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        // Safe because no package here has a getter with side effects or relies on a possibly missing global.
        treeshake: {
          propertyReadSideEffects: false,
          unknownGlobalSideEffects: false,
          moduleSideEffects: [{ test: /node_modules/, sideEffects: false }],
        },
        optimization: { inlineConst: { mode: 'all', pass: 3 } },
        // Disabled, because the timings depend on the load of the machine.
        checks: { pluginTimings: false },
        output: {
          codeSplitting: { groups: isDemo ? [] : CHUNKS },
          // Chromium then compiles all functions of a file in the background while the file loads, instead of each function on the
          // main thread at its first call. Most functions of a chunk run on its page.
          postBanner: '//# allFunctionsCalledOnLoad',
        },
      },
    },
    server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: { '/api': api, '/files': api } },
    preview: { host: '127.0.0.1', port: 4100, strictPort: true, proxy: {} },
    test,
  }
})
