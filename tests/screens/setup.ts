import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/react'

// The whole document in every error hides what it says.
configure({
  // Two cores that do other things as well.
  asyncUtilTimeout: 5000,
  getElementError: (message) => new Error(message?.split('\n\nIgnored nodes')[0] ?? 'Not found'),
})
