/** For `hoist-non-react-statics`: Formik copies statics between components of its own, and nobody reads them. */
export default function hoistStatics<Target>(target: Target): Target {
  return target
}
