import { createLazyModule } from '#src/lib/lazy-module.tsx'

export const ProofDialog = createLazyModule(async () => (await import('./proof-dialog.tsx')).ProofDialog)
