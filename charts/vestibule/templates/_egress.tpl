{{/* dict "root" $ "uses" list: where a process of the platform may connect to, as rules of egress. */}}
{{- define "vestibule.egress" -}}
{{- $root := .root }}
{{- range $use := list "postgres" "rabbitmq" "redis" "mqtt" }}
{{- if has $use $.uses }}
{{ include "vestibule.egress.server" (dict "root" $root "use" $use) }}
{{- end }}
{{- end }}
{{- if and (has "mail" .uses) (eq (include "vestibule.mailSource" $root) "evaluation") }}
- to:
    {{- include "library.parts" (dict "root" $root "names" (list "mail")) | nindent 4 }}
  ports: [{ port: 1025, protocol: TCP }]
{{- end }}
{{- if and (has "mail" .uses) (eq (include "vestibule.mailSource" $root) "external") $root.Values.mail.egress.to }}
- ports:
    {{- range $root.Values.mail.egress.ports }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
  to:
    {{- toYaml $root.Values.mail.egress.to | nindent 4 }}
{{- end }}
{{- if and (has "blobs" .uses) $root.Values.blobs.bucket }}
- ports:
    {{- range $root.Values.blobs.egress.ports }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
  {{- with $root.Values.blobs.egress.to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- if or (has "internet" .uses) (and (has "license" .uses) $root.Values.license.server) }}
{{ include "library.internet" . }}
{{- range $cidr := splitList "," $root.Values.allowPrivateNetworks }}
{{- if contains "/" $cidr }}
- to: [{ ipBlock: { cidr: {{ trim $cidr | quote }} } }]
{{- end }}
{{- end }}
{{- end }}
{{- if and (has "sip" .uses) $root.Values.sip.enabled }}
- to:
    {{- include "vestibule.edgeNodes" $root | nindent 4 }}
{{- end }}
{{- if $root.Values.openTelemetry.endpoint }}
- ports: [{ port: {{ $root.Values.openTelemetry.port }}, protocol: TCP }]
{{- end }}
{{- end }}

{{/* dict "root" $ "use" postgres, rabbitmq, redis or mqtt. */}}
{{- define "vestibule.egress.server" -}}
{{- $root := .root -}}
{{- $own := index $root.Values .use -}}
{{- $source := include (printf "vestibule.%sSource" .use) $root -}}
{{- $ports := dict "postgres" 5432 "rabbitmq" 5672 "redis" 6379 "mqtt" 1883 -}}
{{- if eq $source "external" -}}
- ports:
    {{- range $own.egress.ports }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
  {{- with $own.egress.to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- else if eq $source "operator" -}}
{{- $label := ternary "cnpg.io/cluster" "app.kubernetes.io/name" (eq .use "postgres") -}}
- to: [{ podSelector: { matchLabels: { {{ $label }}: {{ include "library.release" $root }}-{{ .use }} } } }]
  ports: [{ port: {{ index $ports .use }}, protocol: TCP }]
{{- else -}}
- to:
    {{- include "library.parts" (dict "root" $root "names" (list (ternary "mosquitto" .use (eq .use "mqtt")))) | nindent 4 }}
  ports: [{ port: {{ index $ports .use }}, protocol: TCP }]
{{- end }}
{{- end }}

{{- define "vestibule.edgeNodes" -}}
{{- if not .Values.sip.nodes }}{{ fail "sip.nodes: the networks of the edge's nodes are needed, since the edge is on their network" }}{{ end }}
{{- range .Values.sip.nodes }}
- ipBlock: { cidr: {{ . | quote }} }
{{- end }}
{{- end }}
