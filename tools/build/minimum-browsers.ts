import packageJson from '../../package.json' with { type: 'json' }

/** Minimum version of each supported browser, by its name in browserslist. */
export const MIN_BROWSERS: Readonly<Record<string, string>> = Object.fromEntries(
  packageJson.browserslist.map((line) => {
    const [, name, version] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? []
    if (!name || !version) throw new Error(`browserslist in package.json: “${line}” is no “name >= version”`)
    return [name, version]
  }),
)

// Samsung Internet is based on Chromium, and the build tools do not know its name.
const { ios_saf: ios, samsung: _, ...others } = MIN_BROWSERS

/** Browser targets for Vite, which passes them to the transpilers of scripts and styles. */
export const BUILD_TARGET: string[] = Object.entries({ ...others, ios }).map(([name, version]) => `${name}${version}`)
