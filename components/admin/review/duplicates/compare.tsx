"use client";

import { ArrowLeft, Equal } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Allowed } from "@/components/auth/allowed";
import { DocumentCard } from "@/components/documents/document-card";
import { PreviewDialog } from "@/components/documents/preview-dialog";
import type { StoredDocument } from "@/components/documents/stored-document";
import { VerificationBadge } from "@/components/onboarding/status";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeading, PageHeading } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { TextLink } from "@/components/ui/link";
import { LinkButton } from "@/components/ui/link-button";
import { Spinner } from "@/components/ui/spinner";
import { describeShared } from "@/lib/users/conflict-labels";
import { describeLinks, strengthLabels } from "@/lib/review/duplicates/link-labels";
import { paths } from "@/lib/routes/paths";
import type { DuplicatesDto, UserDto } from "@/lib/users/dto";
import { displayName, orNotProvided, personOf, roleTypeLabel } from "../../labels";
import { useUser } from "../../queries";
import { formatFact } from "../answers/facts";
import { reviewContent } from "../answers/sections";
import { Original } from "../documents/original";
import { LoadFailure, PanelFailure } from "../problems";
import { useDuplicatePair } from "../queries";
import { ReviewSkeleton } from "../review-skeleton";
import { compareContent, type ComparedAnswer, type ComparedDocument } from "./compare-content";
import { DuplicateDialog } from "./duplicate-dialog";
import { DecisionText } from "./duplicates";

interface CompareProps {
  userId: string;
  otherId: string;
}

/** Shows two cases side by side, and the details they share (product 10.20). */
export function Compare({ userId, otherId }: CompareProps) {
  const [one, other] = [useUser(userId), useUser(otherId)];
  const failed = [one, other].find((query) => query.isError);
  if (failed) return <LoadFailure query={failed} />;
  return one.data && other.data ? <Cases one={one.data} other={other.data} /> : <ReviewSkeleton />;
}

type Pair = readonly [UserDto, UserDto];

function Cases({ one, other }: { one: UserDto; other: UserDto }) {
  const pair = useDuplicatePair(one._id, other._id);
  const [viewed, setViewed] = useState<StoredDocument | null>(null);
  const links = pair.data?.people[0]?.links ?? [];
  const users: Pair = [one, other];
  const { sections, documents } = compareContent(reviewContent(one), reviewContent(other), links);
  return (
    <div className="mx-auto grid max-w-6xl gap-4">
      <LinkButton
        href={paths.adminVerificationUser(one._id)}
        variant="quiet"
        size="sm"
        className="-ml-3 min-h-11 justify-self-start"
      >
        <ArrowLeft aria-hidden className="size-5" />
        <span>{`Back to ${displayName(one)}`}</span>
      </LinkButton>
      <PageHeading title="Compare Cases">
        Matching answers are marked. Both users’ access records show that you opened their data.
      </PageHeading>
      {pair.isError ? (
        <PanelFailure title="Could not compare these accounts" query={pair} />
      ) : (
        <Links users={users} duplicates={pair.data} />
      )}
      <Card className="grid gap-3 sm:grid-cols-2">
        {users.map((user) => (
          <div key={user._id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <TextLink href={paths.adminVerificationUser(user._id)}>{displayName(user)}</TextLink>
            {personOf(user) && <span translate="no">{personOf(user)}</span>}
            <span className="text-muted">{roleTypeLabel(user)}</span>
            {user.verification.submittedAt && <VerificationBadge {...user.verification} />}
          </div>
        ))}
      </Card>
      {sections.map(({ id, title, groups }) => (
        <Card key={id} role="region" aria-labelledby={`compare-${id}`} className="grid gap-4">
          <CardHeading id={`compare-${id}`} title={title} />
          {groups.map((group, index) => (
            <div key={index}>
              {group.title && <h3 className="mb-2 text-[0.9375rem] font-medium">{group.title}</h3>}
              <dl className="grid divide-y divide-line">
                {group.rows.map((row) => (
                  <Row key={row.label} users={users} row={row} />
                ))}
              </dl>
            </div>
          ))}
        </Card>
      ))}
      <Documents users={users} documents={documents} onView={setViewed} />
      <PreviewDialog
        document={viewed}
        onClose={() => setViewed(null)}
        about={(path) => <Original key={path} path={path} />}
      />
    </div>
  );
}

/** Shows the details that the two share, and the decision. */
function Links({ users: [one, other], duplicates }: { users: Pair; duplicates: DuplicatesDto | undefined }) {
  const [isDeciding, setIsDeciding] = useState(false);
  if (!duplicates) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        <Spinner className="size-4" />
        Comparing...
      </p>
    );
  }
  const [found] = duplicates.people;
  const { sharedWithViewer } = duplicates;
  return (
    <Card role="region" aria-labelledby="compare-links" className="grid gap-3">
      <CardHeading id="compare-links" title="What They Share" />
      {found ? (
        <>
          <div>
            <Badge tone={found.strength === "strong" ? "danger" : "neutral"}>
              {strengthLabels[found.strength]}
            </Badge>
          </div>
          <ul className="grid gap-1">
            {describeLinks(found.links, displayName(other)).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <DecisionText decision={found.decision} />
          {sharedWithViewer.length > 0 ? (
            <p>{describeShared(sharedWithViewer)}</p>
          ) : (
            <Allowed to="cases.decide">
              <Button className="justify-self-start" onClick={() => setIsDeciding(true)}>
                {found.decision ? "Decide again" : "Decide"}
              </Button>
            </Allowed>
          )}
          {isDeciding && (
            <DuplicateDialog
              userId={one._id}
              pair={{ ...found, other: { otherId: other._id }, name: displayName(other) }}
              onClose={() => setIsDeciding(false)}
            />
          )}
        </>
      ) : (
        <p className="text-muted">These accounts have no numbers or contact details in common.</p>
      )}
    </Card>
  );
}

/** Shows the content of two users side by side from 640 px on, on a phone one below the other, each with the user's name. */
const Beside = ({ users, children }: { users: Pair; children: (index: 0 | 1) => ReactNode }) =>
  ([0, 1] as const).map((index) => (
    <div key={index} className="min-w-0">
      <span className="block text-sm text-muted sm:sr-only">{`${displayName(users[index])}: `}</span>
      {children(index)}
    </div>
  ));

const Row = ({ users, row: { label, answers, isSame } }: { users: Pair; row: ComparedAnswer }) => (
  <div
    className={cn("-mx-2 grid gap-x-6 gap-y-1.5 rounded-control px-2 py-2.5", isSame && "bg-warning-soft")}
  >
    <dt className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <span>{label}</span>
      {isSame && (
        <span className="inline-flex items-center gap-1 font-medium text-warning">
          <Equal aria-hidden className="size-4" />
          Same
        </span>
      )}
    </dt>
    <dd className="grid gap-x-6 gap-y-1.5 text-[0.9375rem] break-words sm:grid-cols-2">
      <Beside users={users}>
        {(index) => {
          const answer = answers[index];
          return answer ? formatFact(users[index]._id, answer) : orNotProvided(null);
        }}
      </Beside>
    </dd>
  </div>
);

interface DocumentsProps {
  users: Pair;
  documents: readonly ComparedDocument[];
  onView: (document: StoredDocument) => void;
}

const Documents = ({ users, documents, onView }: DocumentsProps) =>
  documents.length > 0 && (
    <Card role="region" aria-labelledby="compare-documents" className="grid gap-5">
      <CardHeading id="compare-documents" title="Documents" />
      {documents.map(({ label, documents: pair }) => (
        <div key={label} className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          <Beside users={users}>
            {(index) => {
              const document = pair[index];
              if (!document) return orNotProvided(null);
              const owned = { ...document, label: `${document.label} of ${displayName(users[index])}` };
              return <DocumentCard document={owned} onView={onView} />;
            }}
          </Beside>
        </div>
      ))}
    </Card>
  );
