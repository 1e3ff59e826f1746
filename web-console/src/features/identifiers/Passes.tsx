import type { Identifier } from './api'

/** Passes used of those allowed; a dash when they are not limited. */
export function Passes({ identifier }: { identifier: Identifier }) {
  const { passes_restrict_max_count: max, passes_restrict_passes_count: used } = identifier
  if (!identifier.passes_restrict_active) return <>—</>
  return (
    <span className="tabular">
      {used} / {max}
    </span>
  )
}
