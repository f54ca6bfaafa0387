import '@testing-library/jest-dom/vitest'
import nodeConsole from 'node:console'
import { format } from 'node:util'
import { configure } from '@testing-library/react'
import { PATIENCE_MS } from '#harness/patience.ts'

configure({
  asyncUtilTimeout: PATIENCE_MS,
  // The whole document in every error hides what it says.
  getElementError: (message) => new Error(message?.split('\n\nIgnored nodes')[0] ?? 'Not found'),
})

const PROVOKED = /socket hang up|Network error|Iframe page loading is disabled|^[A-Z]+ https?:\S+ \d{3} \(/
// happy-dom tells of every call that fails, and of a frame in a mail, on the console of before vitest's. What no test provoked is printed.
nodeConsole.error = (...told: unknown[]) => {
  const text = format(...told)
  if (!PROVOKED.test(text)) process.stderr.write(`${text}\n`)
}
