// The differences between two launches, and between the runs before and after an edit.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "app/explain/changes_view.h"
#include "app/session/session.h"
#include "tests/support/opened.h"

namespace tilescope {

namespace {

using namespace tilescope::test;

std::unique_ptr<Session> opened_for_changes(const std::string& kernel) {
  Request request;
  request.kernel = kernel;
  request.m = request.n = request.k = 4;
  request.tile = 2;
  auto session = session_with(request);
  session->apply(Explain{"changes"});
  session->wait_for_recording();
  return session;
}

const Changes& changes_of(const Session& session) {
  const Changes* const changes = session.explainable().changes.changes;
  EXPECT_NE(changes, nullptr);
  static const Changes none;
  return changes == nullptr ? none : *changes;
}

// "128 → 64, 2 × fewer"; empty if it does not differ.
std::string row(const Changes& changes, const std::string& name) {
  for (const Change& change : changes.changes)
    if (change.name == name)
      return change.before + " → " + change.after + (change.told.empty() ? "" : ", " + change.told);
  return "";
}

bool is_same(const Changes& changes, const std::string& name) {
  return std::any_of(changes.same.begin(), changes.same.end(), [&](const auto& each) { return each.name == name; });
}

// Removes the barrier with that number from the text, or restores it, by a comment.
void switch_barrier(Session& session, std::size_t number) {
  session.apply(Act::edit_source);
  const editor::Document& text = *session.editing().document;
  std::size_t line = 0;
  for (std::size_t seen = 0; line < text.lines(); ++line)
    if (text.line(line).find("__syncthreads") != std::string_view::npos && seen++ == number) break;
  ASSERT_LT(line, text.lines());
  session.apply(PlaceCaret{line, 0, false, 1});
  session.apply(TypeKey{{Key::character, U'/', true, false, false, false}});
  session.wait_for_recording();
}

TEST(Changes, OfTwoKernelsBesideEachOther) {
  const auto session = opened_for_changes("tiled");
  const Changes& changes = changes_of(*session);
  EXPECT_EQ(row(changes, "global loads"), "128 → 64, 2 × fewer");
  EXPECT_EQ(row(changes, "shared stores"), "0 → 64, none before");
  EXPECT_EQ(row(changes, "barriers per thread"), "0 → 4, none before");
  EXPECT_TRUE(is_same(changes, "global stores"));
  EXPECT_TRUE(is_same(changes, "C")) << "both are right";
  EXPECT_TRUE(is_same(changes, "grid"));
  EXPECT_EQ(
      session->explainable().changes.parting(),
      "The launches first differ at step 1: t(0,0) of block (0,0) stores to As[0][0] where naive loads B[0][0]; 15 "
      "other threads differ in this step.");
  session->apply(Act::swap_kernels);
  session->wait_for_recording();
  EXPECT_EQ(row(changes_of(*session), "global loads"), "64 → 128, 2 × as many");
}

TEST(Changes, OfAnEditAreToldAndWhatCameOfIt) {
  const auto session = opened_for_changes("tiled");
  switch_barrier(*session, 1);
  const Changes& changes = changes_of(*session);
  EXPECT_EQ(row(changes, "C"), "right → 12 wrong, of 16");
  EXPECT_EQ(row(changes, "race on As"), "none → 16, new");
  EXPECT_EQ(row(changes, "barriers per thread"), "4 → 2, 2 × fewer");
  EXPECT_TRUE(is_same(changes, "global loads"));
  EXPECT_EQ(session->explainable().changes.parting(),
            "The launches first differ at step 4: t(0,1) of block (0,0) reads 3 from As[0][0] where it read 1 before "
            "this edit; "
            "11 other threads differ in this step.");
  const auto worse = std::count_if(changes.changes.begin(), changes.changes.end(),
                                   [](const Change& change) { return change.is_worse; });
  EXPECT_EQ(worse, 3) << "the result, and races on As and Bs";
  switch_barrier(*session, 1);
  EXPECT_TRUE(changes_of(*session).changes.empty()) << row(changes_of(*session), "C");
  EXPECT_FALSE(changes_of(*session).parted);
}

TEST(Changes, AClickGoesToWhereTheyPart) {
  const auto session = opened_for_changes("tiled");
  switch_barrier(*session, 1);
  session->apply(Act::to_begin);
  const Picture picture = changes_picture(session->explainable().changes, view_of(480));
  const auto hit = std::find_if(picture.hits.begin(), picture.hits.end(),
                                [](const Hit& each) { return each.target.kind == Target::Kind::parting; });
  ASSERT_NE(hit, picture.hits.end());
  session->apply(Select{hit->target});
  EXPECT_EQ(session->shown().frame.step, 3U);
  EXPECT_EQ(session->shown().frame.thread, 1U);
  EXPECT_EQ(session->shown().frame.block, 0U);
}

TEST(Changes, WhatStandsBesideCanBeChosenWhileSomebodyTypes) {
  const auto session = opened_for_changes("tiled");
  EXPECT_TRUE(session->explaining().options(session->explainable()).empty());
  switch_barrier(*session, 1);
  switch_barrier(*session, 0);
  const auto choose = [&](const std::string& words) {
    const auto rows = session->explaining().options(session->explainable());
    ASSERT_EQ(rows.size(), 1U);
    for (const Option& option : rows.front().options)
      if (option.words == words) session->apply(option.leads_to);
    session->wait_for_recording();
  };
  EXPECT_EQ(row(changes_of(*session), "barriers per thread"), "2 → 0, none now") << "before this edit";
  choose("as opened");
  EXPECT_EQ(row(changes_of(*session), "barriers per thread"), "4 → 0, none now");
  EXPECT_EQ(session->explainable().changes.called, "as opened");
  choose("another kernel");
  EXPECT_EQ(row(changes_of(*session), "barriers per thread"), "");
  EXPECT_EQ(row(changes_of(*session), "global loads"), "128 → 64, 2 × fewer") << "against naive";
}

TEST(Changes, NothingIsComparedWhileNobodyLooks) {
  const auto session = opened_for_changes("tiled");
  session->apply(Explain{"changes"});
  session->apply(Act::swap_kernels);
  session->wait_for_recording();
  EXPECT_FALSE(session->worked_out().comparing.is_busy());
  EXPECT_EQ(session->explainable().changes.changes, nullptr);
}

TEST(ChangesView, ShowsAllRowsHoweverLowTheView) {
  const auto session = opened_for_changes("tiled");
  const std::size_t all = changes_of(*session).changes.size();
  for (float height = 50; height < 700; height += 50) {
    const Picture picture = changes_picture(session->explainable().changes, view_of(480, height));
    const auto rows = std::count_if(picture.labels.begin(), picture.labels.end(),
                                    [](const Label& label) { return label.text.starts_with("→ "); });
    EXPECT_EQ(static_cast<std::size_t>(rows), all) << height;
    for (const Label& label : picture.labels) EXPECT_LE(label.box.bottom(), picture.height + 0.5F) << label.text;
  }
}

TEST(ChangesView, SaysWhereNothingStandsBeside) {
  const Picture picture = changes_picture({}, view_of(480));
  EXPECT_TRUE(has(labels_of(picture), "no kernel to compare with")) << labels_of(picture);
}

}  // namespace

}  // namespace tilescope
