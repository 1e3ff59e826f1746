import type { ForwardRule } from './api'
import { useNumberNames } from './queues/numbers'
import { RingTimeline } from './queues/RingTimeline'
import { toQueueForm } from './queues/schema'

/** Who rings when by a saved rule. */
export function RulePicture({ rule }: { rule: ForwardRule }) {
  const queues = rule.forward_rules.map(toQueueForm)
  const nameOf = useNumberNames(queues.flatMap(({ numbers }) => numbers))
  return <RingTimeline key={rule.id} queues={queues} nameOf={nameOf} />
}
