// A lesson on paper: well-formed, whole, with no way out of the page, whatever its texts hold.
#include "app/class/handout.h"

#include <gtest/gtest.h>

#include <string>

#include "app/export/base64.h"
#include "tests/support/markup.h"

namespace tilescope {

namespace {

Handout odd() {
  Handout handout;
  handout.title = "A < B & \"C\"";
  handout.summary = "What </title><script>alert(1)</script> does";
  handout.source = "CPU executor";
  Handout::Step first;
  first.title = {{"Load ", false}, {"A[0][2]", true}};
  first.text = {
      {"One paragraph with ", false}, {"As[ty][tx] < 3", true}, {".\n\nAnother one,\nof two lines.\n", false}};
  first.svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>";
  first.says = "A is \"read\" & copied";
  first.question = {{{"How many?", false}}, {}, "loads", "4 loads", {{"Because <4>.", false}}};
  Handout::Step second;
  second.title = {{"Wait", false}};
  second.question = {{{"Which?", false}}, {"one", "a & b", "three"}, "", "a & b", {}};
  handout.steps = {first, second};
  handout.listings = {{"tiled", "if (a < b && c > d) \"x\";\n"}};
  return handout;
}

TEST(Handout, IsWellFormedWhateverItsTextsHold) {
  EXPECT_EQ(test::markup_fault("<p>a<b></p></b>"), "</p> closes nothing") << "the test sees what is wrong";
  EXPECT_EQ(test::markup_fault("<p>a & b</p>").find("entity"), 0U);
  const std::string html = html_of(odd());
  EXPECT_EQ(test::markup_fault(html), "") << html;
  EXPECT_EQ(test::markup_fault(html_of({})), "");
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_NE(html.find("<title>A &lt; B &amp; &quot;C&quot;</title>"), std::string::npos);
}

TEST(Handout, AsksNoOtherMachineForAnything) {
  const std::string html = html_of(odd());
  EXPECT_EQ(test::way_out(html), "");
  EXPECT_EQ(test::way_out("<img src=\"a.png\" />"), "src=\"a.png\"") << "the test sees what is wrong";
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
}

TEST(Handout, HoldsEveryStepAndItsQuestionsAndThenTheAnswers) {
  const std::string html = html_of(odd());
  std::size_t at = 0;
  for (const char* part :
       {"<h1>", "1. Load <code>A[0][2]</code>", "<p>One paragraph with <code>As[ty][tx] &lt; 3</code>.</p>",
        "<p>Another one,\nof two lines.\n</p>", "alt=\"A is &quot;read&quot; &amp; copied\"", "Question 1.",
        "How many?", "Your answer: ", "loads", "2. Wait", "Question 2.", "<li>a &amp; b</li>", "The kernel tiled",
        "  1  if (a &lt; b &amp;&amp; c", "<h2>Answers</h2>", "Question 1.</strong> 4 loads", "Because &lt;4&gt;.",
        "Question 2.</strong> a &amp; b", "CPU executor"}) {
    const std::size_t found = html.find(part, at);
    ASSERT_NE(found, std::string::npos) << part;
    at = found + 1;
  }
  EXPECT_EQ(html.find("4 loads"), html.rfind("4 loads")) << "the answer is at the end alone";
}

TEST(Base64, IsAsRfc4648HasIt) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foob"), "Zm9vYg==");
  EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

// The page is in it once, however many pictures can be played with; without it there is no script, and none may run.
TEST(Handout, PlaysItsPicturesWithThePageThatItWasGiven) {
  Handout handout = odd();
  handout.steps[0].share = "ts1:tiled/8x8x8/t4";
  handout.steps[1].svg = handout.steps[0].svg;
  handout.steps[1].share = "ts1:naive/4x4x4/t2";
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  };
  const std::string still = html_of(handout);
  EXPECT_EQ(count(still, "<button"), 0U);
  EXPECT_EQ(count(still, "<script"), 0U);
  EXPECT_EQ(count(still, "script-src"), 0U);
  handout.page = "<!DOCTYPE html><script id=\"pack\">a & b</script>";
  const std::string live = html_of(handout);
  EXPECT_EQ(test::markup_fault(live), "");
  EXPECT_EQ(count(live, "<button data-share=\"ts1:"), 2U);
  EXPECT_EQ(count(live, base64(handout.page)), 1U);
  EXPECT_EQ(count(live, "script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:"), 1U);
  handout.steps[0].share.clear();
  EXPECT_EQ(count(html_of(handout), "<button"), 1U) << "of what no string reopens, the picture stays as it is";
}

}  // namespace

}  // namespace tilescope
