import { CoffeeOutlined } from '@ant-design/icons'
import { Button, Checkbox, InputNumber } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import type { Id, Ref } from '@/api/types'
import { users } from '@/features/users'
import { alerts } from '@/kit/alerts'
import { EmptyState, ErrorState, Loading, Reason } from '@/kit/feedback'
import { Page } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { PickerInput, pickerOf, usePickerRows } from '@/kit/picker'
import { pathsOf } from '@/kit/resource'
import { SearchBox } from '@/kit/table'
import { useAmenity, useCreateReservation, type Amenity } from './api'
import { Booking } from './Booking'
import styles from './Booking.module.css'
import { reservationsEntity } from './entity'
import { amenities } from './resource'
import { useRefusal } from './useRefusal'
import type { Choice } from './week'
import { whenOfChoice } from './when'

const paths = pathsOf(reservationsEntity)
const userSource = pickerOf(users)
const amenitySource = pickerOf(amenities)

/** As many cards are looked through without a search. */
const AT_A_GLANCE = 8

/** Who may reserve for somebody else: who may edit the reservations of groups. */
const FOR_OTHERS = {
  any: [
    'can_edit_all_amenity_reservations',
    'can_edit_domain_amenity_reservations',
    'can_edit_descendants_amenity_reservations',
  ],
} as const

/** First tap: what. Second: when. Third: done. */
export function NewReservation() {
  const { t } = useTranslation('amenities')
  const [params, setParams] = useSearchParams()
  const list = usePickerRows(amenitySource)
  const isWhole = list.search === '' && !list.hasMore && !list.isFetching
  // The first that was found: a look at the list again does not take the form away.
  const [only, setOnly] = useState<Id>()
  if (only === undefined && isWhole && list.rows.length === 1) setOnly(list.rows[0]?.id)
  const id = Number(params.get('amenity') ?? only ?? 0)
  return (
    <Page title={t('reservations.new')} note={t('booking.note')}>
      {id > 0 ? (
        <ChosenAmenity
          key={id}
          id={id}
          onBack={only ? undefined : () => setParams({}, { replace: true })}
        />
      ) : (
        <Cards list={list} onChoose={(one) => setParams({ amenity: String(one) })} />
      )}
    </Page>
  )
}

interface CardsProps {
  list: ReturnType<typeof usePickerRows>
  onChoose: (id: number) => void
}

/** All amenities, as far as one scrolls; of many one searches. */
function Cards({ list, onChoose }: CardsProps) {
  const { t } = useTranslation('amenities')
  const { t: common } = useTranslation()
  // The source gives amenities.
  const items = list.rows as Amenity[]
  // The search box stays when the search is cleared.
  const [isSearched, setSearched] = useState(false)
  if (list.error !== undefined && items.length === 0)
    return <ErrorState error={list.error} onRetry={list.retry} />
  if (items.length === 0 && !isSearched)
    return list.isFetching ? (
      <Loading />
    ) : (
      <EmptyState
        icon={CoffeeOutlined}
        title={t('booking.empty.title')}
        text={t('booking.empty.text')}
      />
    )
  return (
    <div className={styles.page}>
      {(isSearched || items.length > AT_A_GLANCE) && (
        <div className={styles.search}>
          <SearchBox
            value={list.search}
            onSearch={(text) => {
              setSearched(true)
              list.setSearch(text)
            }}
          />
        </div>
      )}
      {items.length === 0 && (list.isFetching ? <Loading /> : <p>{common('picker.none')}</p>)}
      <div className={styles.cards}>
        {items.map((amenity) => (
          <button
            key={amenity.id}
            type="button"
            className={styles.card}
            onClick={() => onChoose(amenity.id)}
          >
            {amenity.image_url ? (
              <img src={amenity.image_url} alt="" />
            ) : (
              <div className={styles.noImage}>
                <CoffeeOutlined aria-hidden />
              </div>
            )}
            <strong>{amenity.name}</strong>
            <span>{amenity.address ?? amenity.description ?? ''}</span>
          </button>
        ))}
      </div>
      {list.hasMore && (
        <div>
          <Button loading={list.isFetching} onClick={list.loadMore}>
            {t('booking.more')}
          </Button>
        </div>
      )}
    </div>
  )
}

function ChosenAmenity({ id, onBack }: { id: number; onBack: (() => void) | undefined }) {
  const loaded = useAmenity(id)
  if (loaded.data) return <BookingForm amenity={loaded.data} onBack={onBack} />
  if (!loaded.error) return <Loading />
  return <ErrorState error={loaded.error} onRetry={() => void loaded.refetch()} />
}

function BookingForm({ amenity, onBack }: { amenity: Amenity; onBack: (() => void) | undefined }) {
  const { t, i18n } = useTranslation('amenities')
  const navigate = useNavigate()
  const { meets } = useCan()
  const refusal = useRefusal()
  const [create, { isLoading }] = useCreateReservation()
  const [persons, setPersons] = useState(amenity.number_of_persons?.min ?? 1)
  const [choice, setChoice] = useState<Choice>()
  const [user, setUser] = useState<Ref[]>([])
  // The version that was read: other terms are accepted anew.
  const [accepted, setAccepted] = useState<number>()
  const accepts = accepted === amenity.terms_version
  const needsTerms = amenity.terms_of_use_url !== null && !accepts
  const when = whenOfChoice(
    choice,
    amenity.time_slots?.duration ?? 0,
    i18n.resolvedLanguage ?? 'en',
  )

  const reserve = async () => {
    if (!choice) return
    try {
      const made = await create({
        amenity: { id: amenity.id },
        user: user[0] && { id: user[0].id },
        date: choice.date,
        time_slots: choice.from.map((from) => ({ from })),
        number_of_persons: persons,
        accept_terms: accepts,
        accepted_terms_version: accepted,
      }).unwrap()
      alerts.success(t('reservations.saved', { name: amenity.name }))
      void navigate(paths.edit(made.id))
    } catch (error) {
      alerts.error(refusal(error))
    }
  }
  const why = !choice ? t('booking.chooseSlot') : needsTerms ? t('booking.acceptFirst') : false
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h2>{amenity.name}</h2>
        {onBack && <Button onClick={onBack}>{t('booking.another')}</Button>}
      </div>
      {meets(FOR_OTHERS) && (
        <div>
          <label htmlFor="reservation-user">{t('booking.for')}</label>
          <PickerInput
            id="reservation-user"
            title={t('booking.for')}
            source={userSource}
            value={user}
            onChange={setUser}
          />
        </div>
      )}
      <Booking amenity={amenity} persons={persons} choice={choice} onChoose={setChoice} />
      {amenity.terms_of_use_url && (
        <Checkbox
          checked={accepts}
          onChange={({ target }) => setAccepted(target.checked ? amenity.terms_version : undefined)}
        >
          {t('booking.accept')}{' '}
          <a href={amenity.terms_of_use_url} target="_blank" rel="noreferrer">
            {t('files.terms')}
          </a>
        </Checkbox>
      )}
      <div className={styles.foot}>
        <strong>{when ?? t('booking.chooseSlot')}</strong>
        <span className={styles.persons}>
          <label htmlFor="reservation-persons">{t('fields.number_of_persons')}</label>
          <InputNumber<number>
            id="reservation-persons"
            value={persons}
            min={amenity.number_of_persons?.min ?? 1}
            max={amenity.number_of_persons?.max ?? 1}
            onChange={(number) => setPersons(number ?? 1)}
          />
        </span>
        <Reason why={why}>
          <Button
            type="primary"
            size="large"
            loading={isLoading}
            disabled={why !== false}
            onClick={() => void reserve()}
          >
            {t('reserve')}
          </Button>
        </Reason>
      </div>
    </div>
  )
}
