import type { PlannedGroup } from '../api'

/** A planned group with what lies below it. */
export interface PlanNode {
  group: PlannedGroup
  children: PlanNode[]
  /** Groups with an obstacle, here and below. */
  obstacles: number
}

/** A plan as the tree it will be. */
export function planTree(items: PlannedGroup[]): PlanNode[] {
  const nodes = new Map(
    items.map((group): [number, PlanNode] => [
      group.key,
      { group, children: [], obstacles: group.obstacle === null ? 0 : 1 },
    ]),
  )
  const roots: PlanNode[] = []
  for (const { key, parent_key } of items) {
    const siblings = nodes.get(parent_key)?.children ?? roots
    siblings.push(nodes.get(key)!)
  }
  // Parents stand before children, so that the other way round every child is counted first.
  for (const { key, parent_key } of items.toReversed()) {
    const parent = nodes.get(parent_key)
    if (parent) parent.obstacles += nodes.get(key)!.obstacles
  }
  return roots
}

/** A row of the tree as it is shown. */
export interface PlanRow {
  node: PlanNode
  depth: number
}

/** The rows in sight: what lies below a closed node is left out. */
export function visibleRows(roots: PlanNode[], isOpen: (key: number) => boolean): PlanRow[] {
  const rows: PlanRow[] = []
  const add = (nodes: PlanNode[], depth: number) => {
    for (const node of nodes) {
      rows.push({ node, depth })
      if (isOpen(node.group.key)) add(node.children, depth + 1)
    }
  }
  add(roots, 0)
  return rows
}

/** Nodes that are open at first: those that lead to an obstacle, and the first levels of a small plan. */
export function openAtFirst(roots: PlanNode[]): Set<number> {
  const open = new Set<number>()
  const walk = (nodes: PlanNode[], depth: number) => {
    for (const { group, children, obstacles } of nodes) {
      const isFirst = nodes.length <= 4 && depth < 2
      const leads = obstacles > (group.obstacle === null ? 0 : 1)
      if (children.length > 0 && (isFirst || leads)) open.add(group.key)
      walk(children, depth + 1)
    }
  }
  walk(roots, 0)
  return open
}
