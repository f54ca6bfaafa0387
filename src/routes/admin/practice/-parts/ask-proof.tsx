import { lazy } from 'react'

export const loadProofDialog = () => import('./proof-dialog.tsx')

/** Opened when it has been loaded: `openWhenLoaded`. */
export const ProofDialog = lazy(async () => ({ default: (await loadProofDialog()).ProofDialog }))
