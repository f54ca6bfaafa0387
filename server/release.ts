import manifest from '../package.json' with { type: 'json' }

const { version, released, commit } = manifest

/** Version, date and commit of the running release. In a checkout the commit is absent. */
export const RELEASE = { version, released, ...(commit && { commit }) }
