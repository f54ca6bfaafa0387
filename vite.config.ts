import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { loadEnv } from 'vite'
import { defineConfig } from 'vitest/config'
import { test } from './tests/vitest.ts'
import { compatChecked } from './tools/build/compat-check.ts'
import { compressed } from './tools/build/compress.ts'
import { demo } from './tools/build/demo.ts'
import { earlyScript } from './tools/build/early.ts'
import { firstPicture } from './tools/build/first-picture.ts'
import { flattenDynamicImports } from './tools/build/flatten-dynamic-imports.ts'
import { indexHtml } from './tools/build/html.ts'
import { kit } from './tools/build/kit.ts'
import { BUILD_TARGET } from './tools/build/least-browsers.ts'
import { manifest } from './tools/build/manifest.ts'
import { messages } from './tools/build/messages.ts'
import { minified } from './tools/build/minify.ts'
import { scopedName } from './tools/build/scoped-name.ts'
import { serviceWorker } from './tools/build/service-worker.ts'
import { styleSheet } from './tools/build/style-sheet.ts'

const api = `http://127.0.0.1:${process.env['PORT'] ?? 4000}`

// Few files for a slow line, and in each no more than its screens need: the packages, what every screen needs (with the
// guards and loaders of all areas), what every area needs, the lists, the form library, the rules at the first validation.
// A group takes along what its modules import, unless one before it has that already.
const EVERY_SCREEN = [
  'src/(main|app|router|routeTree)',
  'src/lib/(?!(dates|files|semaphore|use-|mail-href|telephone-href|open-when-loaded|repeated-presses|uncaught))',
  'src/api/(capabilities|client|clients|pages|practices|query-client|scope|tolerate|user)\\.',
  'src/session/(?!(change-language|choose-practice|memberships|sign-in|view-as|workplace))',
  'src/ui/forms/input',
  // By the form and by the lists.
  'lucide-react/.*/icons/eye\\.',
  'src/routes/-parts/(?!(failure|ways-out))',
  'src/routes/(?!.*/?-parts/)[^?]*\\.tsx$',
]
const EVERY_AREA = [
  'src/features/shell/area-sidebar',
  'src/features/practice/(?!(practice-face|other-practice))',
  'src/ui/.*/(page|panel|pager|status|empty|table)\\.',
  'lucide-react/.*/icons/(globe|building-complex|download)\\.',
  'contract/website',
  'src/lib/(use-|telephone-href|open-when-loaded)',
]
// What the dashboard needs of the lists is most of them, and their staff go there next.
const CLINIC = [
  'src/routes/admin/(clients/)?(route|registered).*tsr-split',
  'src/routes/admin/-parts/command-palette-button',
  'src/api/(client-(lists|lock|mutation-keys|pages)|disambiguate)\\.',
  '/(mutationObserver|useMutation|useMutationState)\\.',
  'src/features/clients/(?!(quick-search|bulk-|use-bulk|use-selection|save-clients|use-registration|register-dialog|use-held|use-owner|invitation|locked-filter|can-invite-again|email-toggle|found-by|no-clients))',
]
// The page that owners come for, and what the pages beside it need as well.
const CLIENT = [
  '/(queriesObserver|useQueries)\\.',
  'src/routes/client/(portal/)?(route|reminders).*tsr-split',
  'src/routes/client/-parts/',
  'src/features/clients/use-owner',
  'src/features/patients/use-patients',
  'src/features/practice/other-practice',
  'src/features/documents/',
  'src/lib/mail-href',
  'src/features/shell/page-out-of-range',
  'src/api/(of-patient|reminders|patients|invoices|visit-forms|attachments)\\.',
  'src/features/practice/practice-face',
  'src/ui/.*/(items|day|select-input)\\.',
]
const ANIMALS = ['lucide-react/.*/icons/(bird|cat|dog|fish|rabbit|rat|snail|squirrel|turtle)\\.']
const FORM = [
  'src/routes/auth/(route|login).*tsr-split',
  '/formik/',
  '/lodash',
  'src/features/account/sign-in-card',
  'src/ui/.*/(form|field|password-field|text-field|sign-in)\\.',
]
// What both pages of settings are made of.
const ACCOUNT = [
  'src/features/account/(?!(sign-in-card|passkey-|proof|totp-form|recovery-code-list))',
  'src/session/(change-language|workplace)',
]
const RULES = ['/yup/', '/property-expr/', '/tiny-case/', '/toposort/', 'contract/schemas/(fields|credentials)']
const LATER = [
  'formik',
  'lodash',
  'lodash-es',
  'tiny-warning',
  'deepmerge',
  'hoist-non-react-statics',
  'react-is',
  'react-fast-compare',
  'yup',
  'property-expr',
]
const OWN_CHUNKS = [
  ...LATER,
  'tiny-case',
  'toposort',
  'dayjs',
  'lucide-react',
  'react-number-format',
  'lean-qr',
  'fflate',
  'idb-keyval',
  '@simplewebauthn/browser',
  '@tanstack/react-query-devtools',
]

// The build compiles the messages, so the portal needs no parser of them: 6 kB less, by the alias its makers document.
const NO_PARSER = {
  '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
}

const CHUNKS = Object.entries({
  vendor: [
    `node_modules/(?!(${OWN_CHUNKS.join('|')})/)(?!.*/(hydration|queriesObserver|useQueries|mutationObserver|useMutation|useMutationState)\\.)`,
  ],
  portal: EVERY_SCREEN,
  animals: ANIMALS,
  form: FORM,
  rules: RULES,
  area: EVERY_AREA,
  clinic: CLINIC,
  client: CLIENT,
  account: ACCOUNT,
}).map(([name, paths], index) => ({ name, test: new RegExp(paths.join('|')), priority: 100 - index }))

// Their chunks import some that others import as well.
const PAGES_WITH_SHARED_CHUNKS = ['auth/login', 'admin/route', 'client/route']

export default defineConfig(({ mode }) => {
  const apiRoot = loadEnv(mode, import.meta.dirname)['VITE_API_ROOT'] ?? '/api'
  // The API is in the page itself, and what that weighs is no concern: it is built in seconds.
  const isDemo = mode === 'demo'
  return {
    plugins: [
      // Before react(): it splits a route's component from its loader.
      tanstackRouter({
        target: 'react',
        routesDirectory: 'src/routes',
        generatedRouteTree: 'src/routeTree.gen.ts',
        routeFileIgnorePattern: '\\.(test|module)\\.',
        autoCodeSplitting: true,
        // The loader of a page comes with its component, so that no page weighs on another's first load. Both are fetched while
        // the session starts (src/app.tsx).
        codeSplittingOptions: { defaultBehavior: [['loader', 'component']] },
        addExtensions: true,
        quoteStyle: 'single',
      }),
      react(),
      messages(),
      kit(),
      ...(isDemo ? [demo()] : [compressed(), earlyScript(), serviceWorker()]),
      styleSheet(),
      flattenDynamicImports(PAGES_WITH_SHARED_CHUNKS),
      firstPicture(),
      minified(),
      manifest(),
      ...(isDemo ? [] : [compatChecked()]),
      indexHtml(isDemo ? '/api' : apiRoot, isDemo),
    ],
    resolve: {
      // The tests compile messages themselves, and so keep it.
      alias: process.env['VITEST'] ? {} : NO_PARSER,
    },
    css: { modules: { generateScopedName: scopedName } },
    build: {
      outDir: isDemo ? 'dist-demo' : 'dist',
      target: BUILD_TARGET,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        // No package here has a getter that does something, nor counts on a global that may be missing.
        treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
        output: { codeSplitting: { groups: isDemo ? [] : CHUNKS } },
      },
    },
    server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: { '/api': api, '/files': api } },
    test,
    preview: { host: '127.0.0.1', port: 4100, strictPort: true, proxy: {} },
  }
})
