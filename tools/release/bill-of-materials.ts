import manifest from '../../package.json' with { type: 'json' }
import type { Package } from './packages.ts'

/** Returns the components of a release as CycloneDX 1.6. `npm sbom --omit dev` is not used, because it omits React. */
export const billOfMaterials = (packages: readonly Package[]) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    timestamp: `${manifest.released}T00:00:00Z`,
    component: { type: 'application', name: manifest.name, version: manifest.version },
  },
  components: packages.map(({ name, version, license, integrity }) => ({
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ expression: license }],
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
  })),
})
