import { useTranslation } from 'react-i18next'
import styles from './Difference.module.css'
import { difference, listChange, withRoleNames, wordsOf, type Change } from './changes'
import { useAuditWords } from './useAuditWords'
import { useRoleNames } from './useRoleNames'
import type { AuditEvent } from './api'

/** What was changed: each field with what it was and what it is. */
export function Difference({ event }: { event: AuditEvent }) {
  const { t } = useTranslation('audit')
  const names = useRoleNames(event)
  const changes = difference(event.before, event.after)
  if (changes.length === 0) return <p className={styles.none}>{t('noChange')}</p>
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <Row key={change.path} change={withRoleNames(change, names)} resource={event.resource} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ change, resource }: { change: Change; resource: string }) {
  const { path, before, after } = change
  const { fieldOf } = useAuditWords()
  const list = listChange(before, after)
  return (
    <tr>
      <th scope="row">{fieldOf(resource, path)}</th>
      {list ? (
        <>
          <td>
            <Value sign="−" kind="removed" value={list.removed} />
          </td>
          <td>
            <Value sign="+" kind="added" value={list.added} />
          </td>
        </>
      ) : (
        <>
          <td>
            <Value kind="removed" value={before} />
          </td>
          <td>
            <Value kind="added" value={after} />
          </td>
        </>
      )}
    </tr>
  )
}

interface ValueProps {
  value: unknown
  kind: 'removed' | 'added'
  /** Before each item of a list. */
  sign?: string
}

function Value({ value, kind, sign }: ValueProps) {
  const { valueOf } = useAuditWords()
  const items = sign && Array.isArray(value) ? (value as unknown[]) : [value]
  const words = items
    .map((item) => valueOf(item, wordsOf(item)))
    .filter((text) => text !== undefined)
  if (words.length === 0) return <span aria-hidden>—</span>
  return words.map((text) => (
    <span key={text} className={styles.value} data-kind={kind}>
      {sign && `${sign} `}
      {text}
    </span>
  ))
}
