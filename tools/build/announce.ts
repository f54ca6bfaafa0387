import type { Plugin } from 'vite'

/** Prints that the portal is being built. On standard error, because standard output of `npm start` may hold the log alone. */
export const announce = (): Plugin => ({
  name: 'portal-announce',
  apply: 'build',
  buildStart: () => console.error('Building the portal; this usually takes 10 to 30 seconds.'),
})
