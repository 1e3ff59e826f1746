import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGroupTypes } from '@/features/group-types'
import { ErrorState, Loading } from '@/kit/feedback'
import { useCan } from '@/kit/permissions'
import { MOVE_NEED } from './access'
import { useGetGroupTreeQuery } from './api'
import { dialogText } from './dialogs'
import { Level } from './GroupLevel'
import styles from './GroupTree.module.css'
import { firstLevels } from './levels'
import { TreeContext, type Dragged } from './treeContext'
import { useGroupActions } from './useGroupActions'

interface Props {
  openDialog: (dialog: string) => void
}

/**
 * The groups as the tree they are, open at the first levels of the person; a deeper level is
 * fetched when it is opened. A group is moved by dragging it, or by its menu.
 */
export function GroupTree({ openDialog }: Props) {
  const { t } = useTranslation('groups')
  const { can, meets } = useCan()
  const { data: types } = useGroupTypes()
  const { data, error, refetch } = useGetGroupTreeQuery({ depth: 2 })
  const [dragged, setDragged] = useState<Dragged>()
  const actions = useGroupActions(openDialog)
  const first = useMemo(() => data && firstLevels(data.items, data.truncated), [data])
  const mayMove = meets(MOVE_NEED)
  const context = useMemo(
    () => ({
      types: types?.items ?? [],
      actions,
      mayMove,
      dragged,
      setDragged,
      drop: (target: number | null) => {
        if (dragged) openDialog(dialogText({ kind: 'move', id: dragged.id, target }))
        setDragged(undefined)
      },
    }),
    [types, actions, mayMove, dragged, openDialog],
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!first) return <Loading title={false} paragraph={{ rows: 6 }} />
  if (first.roots.length === 0) return <p className={styles.note}>{t('tree.empty')}</p>
  return (
    <TreeContext value={context}>
      <div className={styles.tree}>
        {mayMove && <p className={styles.hint}>{t('tree.hint')}</p>}
        <Level
          given={first.roots}
          label={t('tree.label')}
          isOpenAtFirst={first.isOpen}
          below={first.below}
        />
        {data?.truncated && <p className={styles.note}>{t('tree.truncated')}</p>}
        {dragged && can('can_create_root_domain') && <RootZone onDrop={() => context.drop(null)} />}
      </div>
    </TreeContext>
  )
}

/** Where a group is dropped to become a root. */
function RootZone({ onDrop }: { onDrop: () => void }) {
  const { t } = useTranslation('groups')
  const [isOver, setOver] = useState(false)
  return (
    <div
      className={styles.rootZone}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        onDrop()
      }}
    >
      {t('tree.dropAtRoot')}
    </div>
  )
}
