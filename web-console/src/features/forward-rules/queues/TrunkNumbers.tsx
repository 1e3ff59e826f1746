import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { sipTrunks } from '@/features/sip-trunks'
import { RowList, typedFields } from '@/kit/form'
import { useCan } from '@/kit/permissions'
import { pickerOf } from '@/kit/picker'

const F = typedFields<Record<string, unknown>>()
const trunkSource = pickerOf(sipTrunks)

const MAX_TRUNK_NUMBERS = 20

interface Props {
  /** Path of the queue. */
  name: string
  isOfGroup: boolean
}

/** Numbers in the public network; there are none without trunks in the licence. */
export function TrunkNumbers({ name, isOfGroup }: Props) {
  const { t } = useTranslation('forward-rules')
  const { has, meets } = useCan()
  const path = `${name}.params.trunk_numbers`
  const rows = useWatch({ name: path }) as unknown[]
  if (!has('sip.trunks') && rows.length === 0) return null
  const choosesTrunk = !isOfGroup && meets(sipTrunks.can.read)
  return (
    <RowList
      name={path}
      label={t('fields.outside')}
      help={isOfGroup && rows.length > 0 ? t('help.groupTrunk') : undefined}
      addLabel={t('addOutside')}
      rowLabel={(number) => t('outsideRow', { number })}
      empty={{ number: '', trunk: null }}
      max={MAX_TRUNK_NUMBERS}
    >
      {(at) => (
        <>
          <F.Text
            name={`${path}.${at}.number`}
            label={t('fields.outsideNumber')}
            placeholder="+31201234567"
            maxLength={16}
            isCode
            isRequired
            isWide={!choosesTrunk}
          />
          {choosesTrunk && (
            <F.Ref
              name={`${path}.${at}.trunk`}
              label={t('fields.trunk')}
              help={t('help.trunk')}
              source={trunkSource}
            />
          )}
        </>
      )}
    </RowList>
  )
}
