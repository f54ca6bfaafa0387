import { speakManifest } from './manifest.ts'
import { watchReleases } from './releases/watch.ts'

// What is for the next visit. Loaded by src/main.tsx once a page is up, so that none of it is in the way of the first.

watchReleases()
speakManifest()
