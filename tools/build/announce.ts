import type { Plugin } from 'vite'

/**
 * Prints that the build has started. Uses standard error, because standard output of `npm start` may contain only the
 * log.
 */
export const announce = (): Plugin => ({
  name: 'portal-announce',
  apply: 'build',
  buildStart: () => console.error('Building the portal; this usually takes 10 to 30 seconds.'),
})
