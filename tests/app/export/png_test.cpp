#include "app/export/png.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/export/whole_file.h"
#include "instrumentation/error.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#include <stb_image.h>

namespace tilescope::test {
namespace {

namespace fs = std::filesystem;

fs::path scratch(const std::string& name) {
  const fs::path folder = fs::path(TILESCOPE_SCRATCH) / "files";
  fs::create_directories(folder);
  fs::remove_all(folder / name);
  return folder / name;
}

Image colourful(int width, int height) {
  Image image{width, height, {}};
  for (int i = 0; i < width * height; ++i)
    for (const int channel : {i * 7, i * 13 + 5, i / width, 255})
      image.rgba.push_back(static_cast<std::uint8_t>(channel));
  return image;
}

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Png, SurvivesTheRoundTrip) {
  const Image image = colourful(53, 31);
  const std::string bytes = png_of(image);
  int width = 0, height = 0, channels = 0;
  stbi_uc* pixels = stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()),
                                          static_cast<int>(bytes.size()), &width, &height, &channels, 4);
  ASSERT_NE(pixels, nullptr);
  EXPECT_EQ(width, 53);
  EXPECT_EQ(height, 31);
  EXPECT_EQ(std::vector<std::uint8_t>(pixels, pixels + image.rgba.size()), image.rgba);
  stbi_image_free(pixels);
}

TEST(Files, AreWholeOrNotThere) {
  const fs::path path = scratch("whole.png");
  write_png(path, colourful(8, 8));
  EXPECT_EQ(contents(path), png_of(colourful(8, 8)));
  write_png(path, colourful(9, 9));
  EXPECT_EQ(contents(path), png_of(colourful(9, 9))) << "an older one is replaced";
  for (const auto& entry : fs::directory_iterator(path.parent_path()))
    EXPECT_NE(entry.path().extension(), ".part") << entry.path();
}

TEST(Files, AreWrittenThroughLinks) {
  const fs::path real = scratch("real.png"), link = scratch("link.png");
  write_png(real, colourful(4, 4));
  fs::create_symlink(real, link);
  write_png(link, colourful(5, 5));
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(contents(real), png_of(colourful(5, 5)));
}

TEST(Files, AreRefusedWhereNoneCanBe) {
  for (const fs::path& path : {fs::path("/nowhere/at/all.png"), fs::path(TILESCOPE_SCRATCH)}) {
    try {
      write_png(path, colourful(2, 2));
      ADD_FAILURE() << path << " was written";
    } catch (const UsageError& error) {
      EXPECT_EQ(std::string(error.what()), path.string() + ": cannot be written");
    }
  }
}

TEST(Files, AnUncommittedOneLeavesNothing) {
  const fs::path path = scratch("dropped.txt");
  {
    const WholeFile file(path);
    std::ofstream(file.unfinished()) << "half";
    EXPECT_TRUE(fs::exists(file.unfinished()));
  }
  EXPECT_FALSE(fs::exists(path));
  EXPECT_FALSE(fs::exists(path.string() + ".part"));
}

}  // namespace
}  // namespace tilescope::test
