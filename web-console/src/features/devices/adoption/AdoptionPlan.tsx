import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type words from '../locales/en.json'
import styles from './adoption.module.css'
import type { AdoptedItem, AdoptionCounts, DeviceAdoption } from './api'

type Reason = keyof typeof words.options.adoptionReasons

const TONES = { created: 'success', known: 'neutral', conflict: 'warning' } as const
const KINDS = ['identifiers', 'schedules', 'rules'] as const

/** What would come of a list: how much of each kind, what is left out and why. */
export function AdoptionPlan({ adoption }: { adoption: DeviceAdoption }) {
  const { t } = useTranslation('devices')
  const lost = adoption.identifiers?.conflicts ?? 0
  return (
    <>
      <ul className={styles.counts}>
        {KINDS.map((kind) => (
          <li key={kind}>
            <b>{t(`options.adoptionKinds.${kind}`)}</b>
            <Counts counts={adoption[kind]} />
          </li>
        ))}
      </ul>
      {lost > 0 && <p className={styles.warning}>{t('adoption.lost', { count: lost })}</p>}
      {adoption.items.length > 0 && (
        <section className={styles.items} aria-label={t('adoption.items')}>
          <ul className={styles.lines}>
            {adoption.items.map((item, index) => (
              // Items have no key of their own, and the list is never changed.
              // oxlint-disable-next-line react/no-array-index-key
              <Item key={index} item={item} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Counts({ counts }: { counts: AdoptionCounts | null | undefined }) {
  const { t } = useTranslation('devices')
  const of = {
    created: counts?.created ?? 0,
    known: counts?.known ?? 0,
    conflict: counts?.conflicts ?? 0,
  }
  const states = (['created', 'known', 'conflict'] as const).filter((state) => of[state] > 0)
  if (states.length === 0) return <span className={styles.soft}>{t('adoption.none')}</span>
  return states.map((state) => (
    <StatusTag key={state} tone={TONES[state]}>
      {`${t(`options.adoptionStates.${state}`)} ${of[state]}`}
    </StatusTag>
  ))
}

function Item({ item }: { item: AdoptedItem }) {
  const { t } = useTranslation('devices')
  const state = item.state ?? 'conflict'
  return (
    <li>
      <StatusTag tone={TONES[state]}>{t(`options.adoptionStates.${state}`)}</StatusTag>
      <span>
        {item.kind && (
          <span className={styles.soft}>{t(`options.adoptedKinds.${item.kind}`)} </span>
        )}
        <b>{item.name}</b>
        {item.number && <span className="mono"> {item.number}</span>}
        {item.kind === 'rule' && (
          <span className={styles.soft}> {t('adoption.ofRule', { count: item.identifiers })}</span>
        )}
      </span>
      {item.reason && (
        <span className={styles.reason}>
          {t(`options.adoptionReasons.${item.reason as Reason}`)}
        </span>
      )}
    </li>
  )
}

/** Whether carrying it out would do anything but end what the device keeps. */
export const createsSomething = (adoption: DeviceAdoption): boolean =>
  KINDS.some((kind) => (adoption[kind]?.created ?? 0) > 0)
