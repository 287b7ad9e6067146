"use client";

import { Allowed, useRight } from "@/components/auth/allowed";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleHelp, TriangleAlert } from "lucide-react";
import { useState, type ReactNode } from "react";
import { toast } from "sonner";
import { WAITING } from "@/components/admin/approvals/second-approval";
import { adminKeys } from "@/components/admin/keys";
import { displayName, orNotProvided, personOf } from "@/components/admin/labels";
import { MaskedNumber } from "@/components/admin/review/answers/masked-number";
import { DocumentCard } from "@/components/documents/document-card";
import { PreviewDialog } from "@/components/documents/preview-dialog";
import type { StoredDocument } from "@/components/documents/stored-document";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeading, DescriptionList, PageHeading } from "@/components/ui/card";
import { formatDate, formatDateTime } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { PageSpinner } from "@/components/ui/spinner";
import { ErrorState } from "@/components/ui/states";
import { approvals } from "@/lib/approvals/api";
import { call, toApiError, type ApiError } from "@/lib/contract/client";
import { dueDiligence } from "@/lib/due-diligence/api";
import type { DueDiligenceFormDto } from "@/lib/due-diligence/dto";
import { dueDiligenceGroup, pepAnswers, sourceDocument } from "@/lib/due-diligence/form";
import { dayWords } from "@/lib/dates";
import { formatKobo } from "@/lib/money";
import { formatRate } from "@/lib/rates";
import { paths } from "@/lib/routes/paths";
import { ApproveDialog, ReturnDialog } from "./decision-dialogs";
import { stateLabels, stateTones } from "./state-labels";

/** Shows a due diligence form with its findings, and decides on it (product 10.41). */
export function DueDiligenceReview({ id }: { id: string }) {
  const client = useQueryClient();
  const query = useQuery<DueDiligenceFormDto, ApiError>({
    queryKey: [...adminKeys.dueDiligence, "form", id],
    queryFn: async ({ signal }) =>
      (await call(dueDiligence.getDueDiligence, { params: { id }, signal })).data,
  });
  if (!query.data)
    return query.error ? (
      <ErrorState
        title={query.error.message}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <PageSpinner label="Loading the form" />
    );
  const reload = () => client.invalidateQueries({ queryKey: adminKeys.dueDiligence });
  return <Screen form={query.data} reload={reload} />;
}

interface ScreenProps {
  form: DueDiligenceFormDto;
  reload: () => Promise<void>;
}

function Screen({ form, reload }: ScreenProps) {
  const mayDecide = useRight("cases.decide");
  const [dialog, setDialog] = useState<"approve" | "return" | null>(null);
  const { state, user, isNewest, proposal } = form;
  const person = personOf(user);
  const canApprove = mayDecide && isNewest && state === "sent" && !proposal;
  const canReturn = mayDecide && isNewest && state !== "changes_requested";
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-1 gap-6">
      <PageHeading
        title={displayName(user)}
        aside={
          <div className="flex flex-wrap gap-3">
            {canReturn && (
              <Button variant="secondary" onClick={() => setDialog("return")}>
                Ask for changes
              </Button>
            )}
            {canApprove && <Button onClick={() => setDialog("approve")}>Approve</Button>}
          </div>
        }
      >
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={stateTones[state]}>{stateLabels[state]}</Badge>
          <span>{`Due diligence form, sent on ${formatDateTime(form.sentAt)}${person ? ` by ${person}` : ""}.`}</span>
          <TextLink href={paths.adminVerificationUser(user._id)}>Open the verification</TextLink>
        </span>
      </PageHeading>
      {!isNewest && (
        <Notice
          title="There is a newer version"
          action={
            <LinkButton
              size="sm"
              variant="secondary"
              href={paths.adminDueDiligenceForm(form.versions[0]!._id)}
            >
              Open the newest version
            </LinkButton>
          }
        />
      )}
      {proposal && <ProposalNotice proposal={proposal} reload={reload} />}
      {form.decidedAt && (
        <Notice tone={state === "approved" ? "success" : "info"} title={decisionText(form)}>
          {form.reason && <p className="whitespace-pre-line">{form.reason}</p>}
        </Notice>
      )}
      <Findings findings={form.findings} />
      <Answers form={form} />
      {form.versions.length > 1 && <Versions form={form} />}
      {dialog === "approve" && (
        <ApproveDialog form={form} onClose={() => setDialog(null)} onDecided={reload} />
      )}
      {dialog === "return" && <ReturnDialog form={form} onClose={() => setDialog(null)} onDecided={reload} />}
    </div>
  );
}

const decisionText = ({ state, decidedAt, decidedBy }: DueDiligenceFormDto): string =>
  `${state === "approved" ? "Approved" : "Changes asked"} on ${formatDateTime(decidedAt!)}${decidedBy ? ` by ${decidedBy}` : ""}`;

function Findings({ findings }: Pick<DueDiligenceFormDto, "findings">) {
  if (findings.length === 0) return null;
  return (
    <Card>
      <CardHeading title="Findings">
        Red ones need a second person who confirms the approval, the others a look before it.
      </CardHeading>
      <ul className="mt-4 grid gap-3">
        {findings.map(({ key, text, needsSecondPerson }) => {
          const Icon = needsSecondPerson ? TriangleAlert : CircleHelp;
          return (
            <li key={key} className="flex items-start gap-2.5 text-[0.9375rem] leading-6">
              <Icon
                aria-hidden
                className={`mt-0.5 size-5 shrink-0 ${needsSecondPerson ? "text-danger" : "text-warning"}`}
              />
              <span>
                <span>{text}</span>
                {needsSecondPerson && <span className="text-muted"> Needs a second person.</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

const { fields } = dueDiligenceGroup;

function Answers({ form }: { form: DueDiligenceFormDto }) {
  const { answers, user, isNewest } = form;
  const [viewed, setViewed] = useState<StoredDocument | null>(null);
  const pep = pepAnswers.find(({ value }) => value === answers.pep)?.label ?? answers.pep;
  const items: { label: string; value: ReactNode }[] = [
    {
      label: fields.taxId.label,
      value: isNewest ? (
        <MaskedNumber
          userId={user._id}
          label={fields.taxId.label}
          masked={answers.taxId}
          field="dueDiligence.taxId"
        />
      ) : (
        answers.taxId
      ),
    },
    ...(form.kind === "individual"
      ? [{ label: fields.occupation.label, value: orNotProvided(answers.occupation) }]
      : []),
    { label: "Source of funds", value: answers.sourceOfFunds },
    { label: "Expected amount a year", value: formatKobo(BigInt(answers.expectedAmount)) },
    {
      label: "The source in words",
      value: <span className="whitespace-pre-line">{answers.sourceDetails}</span>,
    },
    { label: "Senior public office", value: pep },
    ...(answers.pepDetails
      ? [
          {
            label: fields.pepDetails.label,
            value: <span className="whitespace-pre-line">{answers.pepDetails}</span>,
          },
        ]
      : []),
  ];
  const document = {
    key: "document",
    label: sourceDocument.label,
    path: form.document?.path ?? null,
    ...(form.document && { note: form.document.name }),
  };
  return (
    <>
      <Card>
        <CardHeading title="Answers" />
        <div className="mt-5 grid gap-5">
          <DescriptionList items={items} />
          <DocumentCard document={document} onView={setViewed} />
        </div>
      </Card>
      {form.kind === "corporate" && (
        <Card>
          <CardHeading title="Directors and owners">
            {`The owners of 5 % and more hold ${formatRate(answers.ownersTotal ?? 0)} together, as declared.`}
          </CardHeading>
          <ul className="mt-4 divide-y divide-line border-t border-line">
            {answers.owners.map((owner, index) => (
              <li key={index} className="py-4 last:pb-0">
                <h3 className="mb-3 text-[0.9375rem] font-medium">
                  <bdi translate="no">{owner.name}</bdi>
                </h3>
                <DescriptionList
                  items={[
                    { label: "Role", value: `${owner.role}, ${owner.kind.toLowerCase()}` },
                    { label: "Share", value: owner.share === null ? "Below 5 %" : formatRate(owner.share) },
                    ...(owner.dateOfBirth
                      ? [{ label: "Date of birth", value: dayWords(owner.dateOfBirth) }]
                      : []),
                    { label: "Country", value: owner.country },
                  ]}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <PreviewDialog document={viewed} onClose={() => setViewed(null)} />
    </>
  );
}

/** Lists all versions of the customer, newest first. */
const Versions = ({ form }: { form: DueDiligenceFormDto }) => (
  <Card>
    <CardHeading title="Versions" />
    <ul className="mt-3 grid gap-2 text-[0.9375rem]">
      {form.versions.map(({ _id, state, sentAt, decidedAt }) => (
        <li key={_id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {_id === form._id ? (
            <span className="font-medium">{`Sent on ${formatDateTime(sentAt)}`}</span>
          ) : (
            <TextLink href={paths.adminDueDiligenceForm(_id)}>{`Sent on ${formatDateTime(sentAt)}`}</TextLink>
          )}
          <Badge tone={stateTones[state]}>{stateLabels[state]}</Badge>
          {decidedAt && <span className="text-muted">{`Decided on ${formatDate(decidedAt)}`}</span>}
        </li>
      ))}
    </ul>
  </Card>
);

interface ProposalNoticeProps {
  proposal: NonNullable<DueDiligenceFormDto["proposal"]>;
  reload: () => Promise<void>;
}

/** Shows that an approval waits for a second person; its proposer can withdraw it. */
function ProposalNotice({ proposal, reload }: ProposalNoticeProps) {
  const [busy, setBusy] = useState(false);
  const withdraw = async () => {
    setBusy(true);
    try {
      await call(approvals.declineProposal, { params: { proposalId: proposal._id }, body: {} });
      toast.success("Withdrawn");
    } catch (error) {
      toast.error(toApiError(error).message);
    }
    await reload();
    setBusy(false);
  };
  const who = proposal.isOwn ? "You" : (proposal.proposer ?? "Another administrator");
  return (
    <Notice
      title={WAITING}
      action={
        proposal.isOwn ? (
          <Button
            size="sm"
            variant="secondary"
            busy={busy}
            busyLabel="Withdrawing..."
            onClick={() => void withdraw()}
          >
            Withdraw
          </Button>
        ) : (
          <Allowed to="approvals.confirm">
            <LinkButton size="sm" variant="secondary" href={paths.adminApprovals()}>
              Confirm or decline
            </LinkButton>
          </Allowed>
        )
      }
    >
      {`${who} asked to approve this form, ${formatDateTime(proposal.proposedAt)}.`}
    </Notice>
  );
}
