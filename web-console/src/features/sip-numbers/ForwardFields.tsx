import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { forwardRules, QueueEditor } from '@/features/forward-rules'
import { FieldGrid, typedFields } from '@/kit/form'
import { useCan } from '@/kit/permissions'
import { pickerOf } from '@/kit/picker'
import { pathsOf } from '@/kit/resource'
import { FORWARD_MODES } from './api'
import { PickedRule } from './PickedRule'
import type { SipNumberForm } from './schema'

const F = typedFields<SipNumberForm>()
const ruleSource = pickerOf(forwardRules)

/** What becomes of a call to the number: it rings itself, its own queues, or a rule of several. */
export function ForwardFields() {
  const { t } = useTranslation('sip-numbers')
  const [mode, rule] = useWatch<SipNumberForm, ['forward_mode', 'forward_group']>({
    name: ['forward_mode', 'forward_group'],
  })
  const { meets } = useCan()
  return (
    <>
      <FieldGrid title={t('sections.forward')} text={t('sections.forwardText')}>
        <F.Select
          name="forward_mode"
          label={t('fields.forwarding')}
          help={t(`options.modeHelp.${mode}`)}
          options={FORWARD_MODES.map((value) => ({ value, label: t(`options.modes.${value}`) }))}
          isRequired
        />
        {mode === 'picked' && (
          <F.Ref
            name="forward_group"
            label={t('fields.rule')}
            help={
              rule &&
              meets(forwardRules.can.read) && (
                <Link to={pathsOf(forwardRules).edit(rule.id)}>{t('openRule')}</Link>
              )
            }
            source={ruleSource}
            isRequired
          />
        )}
      </FieldGrid>
      {mode === 'manual' && <QueueEditor name="forward_rules" />}
      {mode === 'picked' && rule && meets(forwardRules.can.read) && <PickedRule id={rule.id} />}
    </>
  )
}
